import type { DataSource } from "typeorm";
import { connectDatabase } from "../../server/platform/database/database";
import { usePaymentProvider } from "../../server/subscription/provider.service";
import { paymentSchedules } from "../../workers/subscription/payments";
import { databaseUrl } from "../support/postgres";
import { testServer } from "../support/server";
import { subscribed, testProvider } from "./provider";

const server = testServer();
const provider = testProvider(server);
let workerDatabase: DataSource;
beforeAll(async () => {
  workerDatabase = await connectDatabase({ url: await databaseUrl(), role: "portal_worker", poolSize: 2 });
  usePaymentProvider(workerDatabase, provider);
});
afterAll(() => workerDatabase?.destroy());

const run = (name: string) => {
  const { unitOfWork, config, log } = server.platform;
  const schedule = paymentSchedules({ unitOfWork, workerDatabase, config, log }).find((one) => one.name === name);
  return schedule?.run();
};

/** An organisation with a plan that was compared with the provider so many minutes ago. */
async function comparedAgo(minutes: number | null): Promise<number> {
  const world = await server.world({ plan: "free" });
  await subscribed(provider, world);
  await server.owner.query(
    "UPDATE subscription_customer SET synced_at = now() - $2::int * interval '1 minute' WHERE tenant_id = $1",
    [world.tenantId, minutes],
  );
  return world.tenantId;
}

test("the provider is asked about whoever wasn't compared for a quarter of an hour, and every day about all", async () => {
  const tenants = [await comparedAgo(null), await comparedAgo(14), await comparedAgo(16)];
  const justNow = async () => {
    const rows = await server.owner.query<{ id: number }[]>(
      "SELECT tenant_id AS id FROM subscription_customer WHERE synced_at > now() - interval '1 minute'",
    );
    return tenants.map((tenant) => rows.some(({ id }) => id === tenant));
  };
  await run("payments-open");
  expect(await justNow()).toEqual([true, false, true]);
  await run("payments-all");
  expect(await justNow()).toEqual([true, true, true]);
});
