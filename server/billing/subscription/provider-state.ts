import type Stripe from "stripe";
import type { BillingPeriod } from "../../../shared/billing/subscription/subscription.rules";
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
  /**
   * Planned change at the end of the period; null if the subscription continues unchanged. The free plan means that the user ends the
   * subscription.
   */
  next: { plan: string; period: BillingPeriod | null } | null;
}

/** A price without one of the product's lookup keys. Its plan can't be determined. */
export class UnknownPriceError extends Error {
  constructor(lookup: string | null) {
    super(`The provider's price "${lookup ?? ""}" is none of ours: give it a lookup key such as team_monthly.`);
  }
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

function planOf(price: Stripe.Price): { plan: string; period: BillingPeriod } {
  const [, plan, period] = /^([a-z]+)_(monthly|annual)$/.exec(price.lookup_key ?? "") ?? [];
  if (!plan || !period) throw new UnknownPriceError(price.lookup_key);
  return { plan, period: period as BillingPeriod };
}

/**
 * Converts a provider subscription to the application's form; `before` is its previous state. Null if it was never paid.
 * @throws UnknownPriceError for prices that don't belong to the product's plans.
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  before: SubscriptionState,
  scheduled: { plan: string; period: BillingPeriod } | null,
): ProviderSubscription | null {
  const report = reportOf(subscription);
  const item = subscription.items.data[0];
  if (!report || !item) return null;
  // A subscription that started and ended between two events was active in the meantime.
  const state = stateAfterReport(before === "none" ? "active" : before, report) as ProviderSubscription["state"];
  const over = state === "expired";
  return {
    provider_id: subscription.id,
    ...planOf(item.price),
    state,
    starts_at: moment(item.current_period_start),
    ends_at: moment(item.current_period_end),
    created_at: moment(subscription.created),
    ended_at: over ? moment(subscription.ended_at ?? item.current_period_end) : null,
    next: over || state === "cancelled" ? chosenEnd(subscription) : scheduled,
  };
}

/** A user who has chosen the free plan doesn't have to choose a plan again at the end of the period. */
const chosenEnd = ({ metadata }: Stripe.Subscription): ProviderSubscription["next"] =>
  metadata?.["next_plan"] === "free" ? { plan: "free", period: null } : null;

function reportOf({ status, cancel_at_period_end, cancel_at }: Stripe.Subscription): ProviderReport | null {
  const ending = cancel_at_period_end || cancel_at != null;
  return ending && (status === "active" || status === "trialing") ? "cancelled" : (reports[status] ?? null);
}

/** Plan of the last phase of a schedule; null if the schedule has no further phase or an unknown price. */
export function nextPlanPhaseOf(schedule: Stripe.SubscriptionSchedule, prices: ReadonlyMap<string, Stripe.Price>) {
  if (schedule.status !== "active" && schedule.status !== "not_started") return null;
  const price = schedule.phases.at(-1)?.items[0]?.price;
  const knownPrice = typeof price === "string" ? prices.get(price) : undefined;
  return schedule.phases.length > 1 && knownPrice ? planOf(knownPrice) : null;
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
  return last ? { plan: planOf(last.price).plan, starts_at: moment(last.start), ends_at: moment(last.end) } : null;
}

/** Converts cents to decimal text, never a float. */
export const centsToDecimal = (cents: number): string => {
  const text = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
};
