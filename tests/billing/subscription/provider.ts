import { pino } from "pino";
import Stripe from "stripe";
import { applyProviderEvents, reconcileSubscription } from "../../../server/billing/subscription/apply-events.service";
import { receiveEvent } from "../../../server/billing/subscription/provider-events.service";
import {
  type PaymentProvider,
  sandboxPage,
  sandboxPrices,
  usePaymentProvider,
} from "../../../server/billing/subscription/provider";
import { PaymentSandbox } from "../../../server/billing/subscription/sandbox/sandbox";
import { sandboxHttpClient } from "../../../server/billing/subscription/sandbox/sandbox.http";
import { memoryStore } from "../../../server/billing/subscription/sandbox/sandbox.store";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";

export const secretKey = "sk_test_of_the_tests";
export const webhookSecret = "whsec_of_the_tests";

/** A signed event in transit: tests deliver it once, twice, late or never. */
export interface SignedEvent {
  payload: string;
  signature: string;
}

export interface TestProvider extends PaymentProvider {
  sandbox: PaymentSandbox;
  envelopes: SignedEvent[];
  deliver(envelope: SignedEvent): Promise<boolean>;
  settle(): Promise<void>;
  apply(): Promise<number>;
  compare(world: World): ReturnType<typeof reconcileSubscription>;
}

/** An in-memory payment provider for one test file, which replaces the server's provider. */
export function testProvider(server: TestServer): TestProvider {
  const provider = { envelopes: [] as SignedEvent[], webhookSecret } as TestProvider;
  beforeAll(async () => {
    const { database, unitOfWork } = server.platform;
    const workerDatabase = await server.workerDatabase();
    provider.sandbox = new PaymentSandbox({
      store: memoryStore(),
      prices: await sandboxPrices(database),
      webhookSecret,
      pageOf: sandboxPage,
      deliver: async (payload, signature) => provider.envelopes.push({ payload, signature }),
    });
    provider.stripe = new Stripe(secretKey, {
      httpClient: sandboxHttpClient(provider.sandbox, secretKey),
      telemetry: false,
    });
    usePaymentProvider(database, provider);
    const needs = { workerDatabase, unitOfWork, provider: async () => provider, log: pino({ level: "silent" }) };
    provider.deliver = ({ payload, signature }) => receiveEvent(database, webhookSecret, payload, signature);
    provider.apply = () => applyProviderEvents(needs);
    provider.compare = (world) => reconcileSubscription(needs, world.tenantId);
    provider.settle = async () => {
      for (const envelope of provider.envelopes.splice(0)) await provider.deliver(envelope);
      await provider.apply();
    };
  });
  return provider;
}

export const planIds = { free: 1, team: 2, business: 3 } as const;
export type PlanCode = keyof typeof planIds;

export async function completeCheckout(
  provider: TestProvider,
  world: World,
  plan: PlanCode = "team",
  type = "monthly",
): Promise<string> {
  const answer = await world
    .api(world.admin)
    .post("/payment/stripe/checkout-session", { plan_id: planIds[plan], type });
  const session = String(answer.body.checkout_url).split("/").at(-1) as string;
  await provider.sandbox.pay(session, "paid");
  await provider.settle();
  return session;
}

export async function readPlanState(world: World) {
  const { body } = await world.api(world.admin).get("/subscription");
  const { state, plan, period, next_plan, ends_at } = body.data;
  return { state, plan: plan.code, period, next: next_plan?.code ?? null, ends_at };
}

export async function findCustomerId(server: TestServer, world: World): Promise<string> {
  const [row] = await server.owner.query<{ customer_id: string }[]>(
    "SELECT customer_id FROM subscription_customer WHERE tenant_id = $1",
    [world.tenantId],
  );
  return (row as { customer_id: string }).customer_id;
}

export async function findSubscriptionId(provider: TestProvider, customer: string): Promise<string> {
  const all = await provider.sandbox.options.store.list("subscription", customer);
  return (all.at(-1) as { id: string }).id;
}
