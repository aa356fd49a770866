import type { DataSource } from "typeorm";
import { connectDatabase } from "../../server/platform/database/database";
import { runInTenant } from "../../workers/platform/run-in-tenant";
import { databaseUrl } from "../support/postgres/databases";
import { testServer } from "../support/server";

const server = testServer();
/** A single connection, so that a failed transaction's state would leak into the next one. */
let one: DataSource;
beforeAll(async () => {
  one = await connectDatabase({ url: await databaseUrl(), role: "portal_worker", poolSize: 1 });
});
afterAll(() => one.destroy());

test("a failure is rolled back, and the connection is clean for the next transaction", async () => {
  const { tenantId } = await server.world();
  const failing = runInTenant(one, tenantId, async (runner) => {
    await runner.query("INSERT INTO department (tenant_id, name, code) VALUES ($1, 'half', 'half')", [tenantId]);
    await runner.query("SELECT 1/0");
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await one.query("SELECT current_tenant() AS tenant")).toEqual([{ tenant: null }]);
  const left = await runInTenant(one, tenantId, (runner) => runner.query("SELECT code FROM department"));
  expect(left).toEqual([]);
});
