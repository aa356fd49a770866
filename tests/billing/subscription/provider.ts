import { pino } from "pino";
import Stripe from "stripe";
import { applyProviderEvents, reconcileSubscription } from "../../../server/billing/subscription/apply-events.service";
import { receiveEvent } from "../../../server/billing/subscription/provider-events.service";
import { type PaymentProvider, usePaymentProvider } from "../../../server/billing/subscription/provider";
import { billingPeriods, priceLookupKey } from "../../../shared/billing/subscription/subscription.rules";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";
import { StripeStandIn } from "./stand-in/stand-in";
import { standInHttpClient } from "./stand-in/stand-in.http";
import type { StandInPrice } from "./stand-in/stand-in.objects";
import { memoryStore } from "./stand-in/stand-in.store";

export const secretKey = "sk_test_of_the_tests";
export const webhookSecret = "whsec_of_the_tests";

/** A signed event in transit: tests deliver it once, twice, late or never. */
export interface SignedEvent {
  payload: string;
  signature: string;
}

export interface TestProvider extends PaymentProvider {
  standIn: StripeStandIn;
  envelopes: SignedEvent[];
  deliver(envelope: SignedEvent): Promise<boolean>;
  settle(): Promise<void>;
  apply(): Promise<number>;
  compare(world: World): ReturnType<typeof reconcileSubscription>;
}

/** An in-memory stand-in for the payment provider for one test file, which replaces the server's provider. */
export function testProvider(server: TestServer): TestProvider {
  const provider = { envelopes: [] as SignedEvent[], webhookSecret, sandbox: null } as TestProvider;
  beforeAll(async () => {
    const { database, unitOfWork } = server.platform;
    const workerDatabase = await server.workerDatabase();
    provider.standIn = new StripeStandIn({
      store: memoryStore(),
      prices: await readPrices(server),
      webhookSecret,
      pageOf: (id) => `https://stripe.test/pages/${id}`,
      deliver: async (payload, signature) => provider.envelopes.push({ payload, signature }),
    });
    provider.stripe = new Stripe(secretKey, {
      httpClient: standInHttpClient(provider.standIn, secretKey),
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

async function readPrices(server: TestServer): Promise<StandInPrice[]> {
  const plans = await server.owner.query<{ code: string; monthly: string; annual: string }[]>(
    "SELECT code, monthly_price::text AS monthly, annual_price::text AS annual FROM plan WHERE monthly_price > 0",
  );
  return plans.flatMap((plan) =>
    billingPeriods.map((period) => ({
      lookup_key: priceLookupKey(plan.code, period),
      unit_amount: Math.round(Number(plan[period]) * 100),
      period,
    })),
  );
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
  await provider.standIn.pay(session, "paid");
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
  const all = await provider.standIn.options.store.list("subscription", customer);
  return (all.at(-1) as { id: string }).id;
}
