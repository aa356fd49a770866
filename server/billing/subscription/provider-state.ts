import type Stripe from "stripe";
import {
  type BillingPeriod,
  billingPeriods,
  priceLookupKey,
} from "../../../shared/billing/subscription/subscription.rules";
import {
  stateAfterReport,
  type ProviderReport,
  type SubscriptionState,
} from "../../../shared/billing/subscription/subscription.workflow";

export interface ProviderSubscription {
  provider_id: string;
  plan: string;
  period: BillingPeriod;
  state: Exclude<SubscriptionState, "none">;
  starts_at: Date;
  ends_at: Date;
  created_at: Date;
  ended_at: Date | null;
  /** False if it ends at the end of the period, also while a payment is overdue (`past_due`). */
  renews: boolean;
  /**
   * Planned change at the end of the period; null if the subscription continues unchanged. The free plan means that the user ends the
   * subscription.
   */
  next: { plan: string; period: BillingPeriod | null } | null;
}

/** The application's row of a subscription. */
export interface StoredSubscription {
  state: SubscriptionState;
  plan: string;
  period: BillingPeriod;
}

interface PricedPlan {
  plan: string;
  period: BillingPeriod;
}

const reports: Record<Stripe.Subscription.Status, ProviderReport | null> = {
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  canceled: "expired",
  incomplete_expired: "expired",
  unpaid: "expired",
  paused: "expired",
  // An unpaid subscription is ignored until it is paid.
  incomplete: null,
};

const moment = (seconds: number): Date => new Date(seconds * 1000);

/** Lookup keys of the product's prices. */
export const priceLookupKeys = ["team", "business"].flatMap((plan) =>
  billingPeriods.map((period) => priceLookupKey(plan, period)),
);

/** Null for a price that isn't one of the product's. */
function planOf({ lookup_key }: Stripe.Price): PricedPlan | null {
  if (!lookup_key || !priceLookupKeys.includes(lookup_key)) return null;
  const [plan, period] = lookup_key.split("_") as [string, BillingPeriod];
  return { plan, period };
}

/** The item that is charged for one of the product's plans. */
export const planItemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined =>
  items.data.find(({ price }) => planOf(price) !== null);

/**
 * Converts a provider subscription to the application's form; `stored` is the application's row. Its plan is kept if the price is unknown,
 * because the operator may have given its lookup key to a newer price. Null if the subscription was never paid, or isn't for the product.
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  stored: StoredSubscription | null,
  scheduled: PricedPlan | null,
): ProviderSubscription | null {
  const report = reportOf(subscription);
  const item = planItemOf(subscription) ?? subscription.items.data[0];
  const plan = item && (planOf(item.price) ?? stored);
  if (!report || !item || !plan) return null;
  const before = stored?.state ?? "none";
  // A subscription that started and ended between two events was active in the meantime.
  const state = stateAfterReport(before === "none" ? "active" : before, report) as ProviderSubscription["state"];
  const over = state === "expired";
  return {
    provider_id: subscription.id,
    plan: plan.plan,
    period: plan.period,
    state,
    starts_at: moment(item.current_period_start),
    ends_at: moment(item.current_period_end),
    created_at: moment(subscription.created),
    ended_at: over ? moment(subscription.ended_at ?? item.current_period_end) : null,
    renews: !over && !isEnding(subscription),
    next: over || isEnding(subscription) ? chosenEnd(subscription) : scheduled,
  };
}

/** A user who has chosen the free plan doesn't have to choose a plan again at the end of the period. */
const chosenEnd = ({ metadata }: Stripe.Subscription): ProviderSubscription["next"] =>
  metadata?.["next_plan"] === "free" ? { plan: "free", period: null } : null;

const isEnding = ({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean =>
  cancel_at_period_end || cancel_at != null;

/** An ending subscription with an overdue payment stays `past_due`, so that the payment is still shown; its plan doesn't renew. */
function reportOf(subscription: Stripe.Subscription): ProviderReport | null {
  const { status } = subscription;
  const isPaid = status === "active" || status === "trialing";
  return isPaid && isEnding(subscription) ? "cancelled" : (reports[status] ?? null);
}

/** Plan of the last phase of a schedule; null if this phase has begun or has an unknown price. */
export function nextPlanPhaseOf(schedule: Stripe.SubscriptionSchedule, prices: ReadonlyMap<string, Stripe.Price>) {
  if (schedule.status !== "active" && schedule.status !== "not_started") return null;
  const phase = schedule.phases.at(-1);
  if (!phase || schedule.phases.length < 2 || phase.start_date <= (schedule.current_phase?.start_date ?? 0))
    return null;
  const price = phase.items[0]?.price;
  const knownPrice = typeof price === "string" ? prices.get(price) : undefined;
  return knownPrice ? planOf(knownPrice) : null;
}

export interface PaidPeriod {
  plan: string;
  starts_at: Date;
  ends_at: Date;
}

/**
 * Plan and period of the invoice line that ends last among the lines that charge for one of the product's plans. An invoice may also
 * contain a credit for the previous plan and the rest of a changed period. Null without such a line.
 */
export function readPaidPeriod(
  { lines }: Pick<Stripe.Invoice, "lines">,
  prices: ReadonlyMap<string, Stripe.Price>,
): PaidPeriod | null {
  const charges = lines.data.flatMap(({ amount, period, pricing }) => {
    const price = pricing?.price_details?.price;
    const knownPrice = prices.get(typeof price === "string" ? price : (price?.id ?? ""));
    return knownPrice && amount >= 0 && period.end > period.start ? [{ amount, price: knownPrice, ...period }] : [];
  });
  const last = charges.toSorted((a, b) => a.end - b.end || a.amount - b.amount).at(-1);
  const plan = last && planOf(last.price)?.plan;
  return plan ? { plan, starts_at: moment(last.start), ends_at: moment(last.end) } : null;
}

/** Converts cents to decimal text, never a float. */
export const centsToDecimal = (cents: number): string => {
  const text = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
};
