import type { DataSource } from "typeorm";
import { connectDatabase } from "../../server/platform/database/database";
import { inTenant } from "../../workers/platform/in-tenant";
import { databaseUrl } from "../support/postgres/databases";
import { testServer } from "../support/server";

const server = testServer();
/** One connection: what a failure leaves on it, the next unit of work gets. */
let one: DataSource;
beforeAll(async () => {
  one = await connectDatabase({ url: await databaseUrl(), role: "portal_worker", poolSize: 1 });
});
afterAll(() => one.destroy());

test("what fails is rolled back, and whoever gets its connection next finds it clean and in no tenant", async () => {
  const { tenantId } = await server.world();
  const failing = inTenant(one, tenantId, async (runner) => {
    await runner.query("INSERT INTO department (tenant_id, name, code) VALUES ($1, 'half', 'half')", [tenantId]);
    await runner.query("SELECT 1/0");
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await one.query("SELECT current_tenant() AS tenant")).toEqual([{ tenant: null }]);
  const left = await inTenant(one, tenantId, (runner) => runner.query("SELECT code FROM department"));
  expect(left).toEqual([]);
});
