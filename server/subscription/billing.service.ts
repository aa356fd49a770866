import type Stripe from "stripe";
import { invalid, Problem } from "../../shared/kernel/problems";
import { type BillingPeriod, isUpgrade, lookupKey, overLimits } from "../../shared/subscription/subscription.rules";
import {
  maySubscription,
  type SubscriptionAction,
  type SubscriptionState,
} from "../../shared/subscription/subscription.workflow";
import type { Tx } from "../platform/database/unit-of-work";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import * as statements from "./billing.sql";
import { askProvider } from "./provider-problems";
import { money } from "./provider-truth";

/** How an organisation stands with its plan, by our own rows alone. */
export interface Billing {
  name: string;
  plan_id: number;
  plan: string;
  rank: number;
  period: BillingPeriod | null;
  starts_at: Date;
  ends_at: Date | null;
  over: boolean;
  customer_id: string | null;
  email: string | null;
  card_brand: string | null;
  card_last4: string | null;
  card_expires: string | null;
  provider_id: string | null;
  state: SubscriptionState | null;
  next_plan: string | null;
  users: number;
  projects: number;
}

interface PlanRow {
  id: number;
  code: string;
  rank: number;
  monthly: string;
  annual: string;
  user_limit: number | null;
  project_limit: number | null;
}

export interface Choice {
  plan_id: number;
  type: BillingPeriod;
}

/** What one call works with: transactions of its own, and the provider between them. */
export interface Payments {
  unit: Unit;
  stripe: Stripe;
  actor: Actor;
}

export const readBilling = async (tx: Tx): Promise<Billing> => (await tx.one<Billing>(statements.billing)) as Billing;

/** What the workflow calls it: a plan whose time is over is expired, whatever its row says. */
export function stateOf({ state, over }: Pick<Billing, "state" | "over">): SubscriptionState {
  if (over) return "expired";
  return state ?? "none";
}

export async function planOf(tx: Tx, { plan_id }: Choice): Promise<PlanRow> {
  const plan = await tx.one<PlanRow>(statements.planById, [plan_id]);
  if (!plan) throw invalid("plan_id", "field.oneOf");
  return plan;
}

export function requireAction(
  billing: Billing,
  action: SubscriptionAction,
  problem: "subscription.live" | "subscription.notPossible",
): void {
  if (!maySubscription(stateOf(billing), action)) throw new Problem(problem);
}

/** The provider's price of a plan. @throws Problem when the operator hasn't made it there. */
export async function priceOf(stripe: Stripe, plan: string, period: BillingPeriod): Promise<Stripe.Price> {
  const { data } = await askProvider(() =>
    stripe.prices.list({ lookup_keys: [lookupKey(plan, period)], active: true }),
  );
  if (!data[0]) throw new Problem("subscription.providerRefused");
  return data[0];
}

export interface PlanChange {
  when: "now" | "later";
  at: string;
  amount_due: string;
  currency: string;
  over: { people: number; projects: number };
}

interface Change {
  billing: Billing;
  plan: PlanRow;
  subscription: Stripe.Subscription;
  price: Stripe.Price | null;
  when: "now" | "later";
}

/** What a change comes to. Free has no price: it is the end of what is paid for. */
async function planChange({ unit, stripe }: Payments, choice: Choice): Promise<Change> {
  const { billing, plan } = await unit(async (tx) => {
    const now = await readBilling(tx);
    requireAction(now, "CHANGE_PLAN", "subscription.notPossible");
    return { billing: now, plan: await planOf(tx, choice) };
  });
  const free = Number(plan.monthly) === 0;
  const period = billing.period ?? "monthly";
  if (plan.id === billing.plan_id && choice.type === period) throw new Problem("subscription.samePlan");
  const { provider_id } = billing;
  if (!provider_id) throw new Problem("subscription.notPossible");
  const subscription = await askProvider(() => stripe.subscriptions.retrieve(provider_id));
  const price = free ? null : await priceOf(stripe, plan.code, choice.type);
  const upgrade = !free && isUpgrade({ rank: billing.rank, period }, { rank: plan.rank, period: choice.type });
  return { billing, plan, subscription, price, when: upgrade ? "now" : "later" };
}

/** What it would cost now, or from when on it holds; and the limits that would be broken. */
export async function previewChange(payments: Payments, choice: Choice): Promise<PlanChange> {
  const { billing, plan, subscription, price, when } = await planChange(payments, choice);
  const over = overLimits(billing, plan);
  const at = when === "now" ? new Date() : (billing.ends_at ?? new Date());
  if (when === "later" || !price) return { when, at: at.toISOString(), amount_due: "0.00", currency: "USD", over };
  const item = subscription.items.data[0];
  const preview = await askProvider(() =>
    payments.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item?.id, price: price.id }],
        proration_behavior: "always_invoice",
        ...(subscription.cancel_at_period_end ? { cancel_at_period_end: false } : {}),
      },
    }),
  );
  return {
    when,
    at: at.toISOString(),
    amount_due: money(preview.amount_due),
    currency: preview.currency.toUpperCase(),
    over,
  };
}

/** Tells the provider; what it makes of it comes back signed. @returns when it holds. */
export async function changeSubscription(payments: Payments, choice: Choice): Promise<"now" | "later"> {
  const { stripe } = payments;
  const { subscription, price, when } = await planChange(payments, choice);
  await askProvider(async () => {
    await releaseSchedule(stripe, subscription);
    if (!price) {
      await stripe.subscriptions.update(subscription.id, {
        cancel_at_period_end: true,
        metadata: { next_plan: "free" },
      });
      return;
    }
    if (subscription.cancel_at_period_end && when === "later") await goOn(stripe, subscription.id);
    await (when === "now" ? upgrade(stripe, subscription, price) : downgrade(stripe, subscription, price));
  });
  return when;
}

/** Paid for at once; when the card is declined, nothing changes. */
const upgrade = (stripe: Stripe, { id, items }: Stripe.Subscription, price: Stripe.Price) =>
  stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id, price: price.id }],
    cancel_at_period_end: false,
    metadata: { next_plan: "" },
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
  });

async function downgrade(stripe: Stripe, subscription: Stripe.Subscription, price: Stripe.Price): Promise<void> {
  const item = subscription.items.data[0];
  if (!item) throw new Problem("subscription.notPossible");
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  // The phase that runs is sent as the provider has it: another beginning, by a second, would be refused.
  const now = schedule.phases[0] ?? { start_date: item.current_period_start, end_date: item.current_period_end };
  const { start_date, end_date } = now;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    phases: [
      { start_date, end_date, items: [{ price: item.price.id, quantity: 1 }] },
      { start_date: end_date, items: [{ price: price.id, quantity: 1 }] },
    ],
  });
}

const goOn = (stripe: Stripe, id: string) =>
  stripe.subscriptions.update(id, { cancel_at_period_end: false, metadata: { next_plan: "" } });

/** The provider takes no change of its own of what a schedule has in hand. */
async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  if (schedule) await stripe.subscriptionSchedules.release(typeof schedule === "string" ? schedule : schedule.id);
}

async function running({ unit }: Payments, action: SubscriptionAction): Promise<string> {
  const { provider_id } = await unit(async (tx) => {
    const billing = await readBilling(tx);
    const scheduled = action === "RESUME" && billing.next_plan !== null && billing.state === "active";
    if (!scheduled) requireAction(billing, action, "subscription.notPossible");
    return billing;
  });
  if (!provider_id) throw new Problem("subscription.notPossible");
  return provider_id;
}

export async function cancelAtPeriodEnd(payments: Payments): Promise<void> {
  const { stripe } = payments;
  const id = await running(payments, "CANCEL");
  await askProvider(async () => {
    await releaseSchedule(stripe, await stripe.subscriptions.retrieve(id));
    await stripe.subscriptions.update(id, { cancel_at_period_end: true, metadata: { next_plan: "" } });
  });
}

/** What was to end, or to become a smaller plan, goes on as it is. */
export async function resume(payments: Payments): Promise<void> {
  const { stripe } = payments;
  const id = await running(payments, "RESUME");
  await askProvider(async () => {
    await releaseSchedule(stripe, await stripe.subscriptions.retrieve(id));
    await goOn(stripe, id);
  });
}

export async function portalUrl({ unit, stripe }: Payments, origin: string): Promise<string> {
  const { customer_id: customer } = await unit(readBilling);
  if (!customer) throw new Problem("subscription.noCustomer");
  const session = await askProvider(() =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${origin}/subscriptions` }),
  );
  return session.url;
}
