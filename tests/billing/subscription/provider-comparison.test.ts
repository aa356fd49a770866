import Stripe from "stripe";
import type { DataSource } from "typeorm";
import { usePaymentProvider } from "../../../server/billing/subscription/provider";
import { paymentSchedules } from "../../../workers/billing/subscription/payments";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { completeCheckout, testProvider } from "./provider";

const server = testServer();
const provider = testProvider(server);
let workerDatabase: DataSource;
beforeAll(async () => {
  workerDatabase = await server.workerDatabase();
  usePaymentProvider(workerDatabase, provider);
});

const run = (name: string) => {
  const { unitOfWork, config, log } = server.platform;
  const schedule = paymentSchedules({ unitOfWork, workerDatabase, config, log }).find((one) => one.name === name);
  return schedule?.run();
};

/** Creates a tenant that was last compared with the provider an hour ago, and applies `then` to it. */
async function comparedBefore(then: (world: World) => Promise<unknown> = async () => {}): Promise<number> {
  const world = await server.world({ plan: "free" });
  await completeCheckout(provider, world);
  await server.owner.query(
    "UPDATE subscription_customer SET synced_at = now() - interval '1 hour' WHERE tenant_id = $1",
    [world.tenantId],
  );
  await then(world);
  return world.tenantId;
}

const as = (update: string) => (world: World) => server.owner.query(`${update} WHERE tenant_id = $1`, [world.tenantId]);

test("pending subscriptions are compared every 15 minutes, all subscriptions daily", async () => {
  const tenants = {
    "nothing is awaited": await comparedBefore(),
    "never compared": await comparedBefore(as("UPDATE subscription_customer SET synced_at = NULL")),
    "a checkout is open": await comparedBefore(as("UPDATE subscription_checkout SET state = 'open'")),
    "a payment is overdue": await comparedBefore(as("UPDATE subscription SET state = 'past_due'")),
    "a checkout has expired": await comparedBefore(as("UPDATE subscription_checkout SET state = 'expired'")),
    "a subscription has ended": await comparedBefore(as("UPDATE subscription SET state = 'expired', ended_at = now()")),
  };
  const justNow = async () => {
    const rows = await server.owner.query<{ id: number }[]>(
      "SELECT tenant_id AS id FROM subscription_customer WHERE synced_at > now() - interval '1 minute'",
    );
    return Object.entries(tenants).flatMap(([name, tenant]) => (rows.some(({ id }) => id === tenant) ? name : []));
  };
  expect(await justNow()).toEqual([]);
  await run("payments-open");
  expect(await justNow()).toEqual(["never compared", "a checkout is open", "a payment is overdue"]);
  await run("payments-all");
  expect(await justNow()).toEqual(Object.keys(tenants));
});

test("if the provider doesn't respond, the comparison stops after one tenant", async () => {
  for (const _ of [1, 2, 3]) await comparedBefore(as("UPDATE subscription_customer SET synced_at = NULL"));
  let comparisons = 0;
  const httpClient = Stripe.createFetchHttpClient(async () => {
    comparisons += 1;
    throw new Error("no answer");
  });
  usePaymentProvider(workerDatabase, {
    ...provider,
    stripe: new Stripe("sk_test", { httpClient, maxNetworkRetries: 0 }),
  });
  await run("payments-all");
  usePaymentProvider(workerDatabase, provider);
  expect(comparisons).toBe(1);
});
