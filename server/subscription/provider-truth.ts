import type Stripe from "stripe";
import type { BillingPeriod } from "../../shared/subscription/subscription.rules";
import {
  afterReport,
  type ProviderReport,
  type SubscriptionState,
} from "../../shared/subscription/subscription.workflow";

/** What the provider says a subscription is, in our words. */
export interface ProviderSubscription {
  provider_id: string;
  plan: string;
  period: BillingPeriod;
  state: Exclude<SubscriptionState, "none">;
  starts_at: Date;
  ends_at: Date;
  created_at: Date;
  ended_at: Date | null;
  /** Null: it goes on as it is. Free stands for an end that was chosen. */
  next: { plan: string; period: BillingPeriod | null } | null;
}

/** A price that the operator hasn't given one of our lookup keys: nothing can follow from it. */
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
  // Not paid for yet: nothing counts before it is.
  incomplete: null,
};

const moment = (seconds: number): Date => new Date(seconds * 1000);

function planOf(price: Stripe.Price): { plan: string; period: BillingPeriod } {
  const [, plan, period] = /^([a-z]+)_(monthly|annual)$/.exec(price.lookup_key ?? "") ?? [];
  if (!plan || !period) throw new UnknownPriceError(price.lookup_key);
  return { plan, period: period as BillingPeriod };
}

/**
 * A subscription of the provider's in our words, moved on from the state that it was in. Null for one that was never paid for.
 * @throws UnknownPriceError for what isn't one of our plans.
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  before: SubscriptionState,
  scheduled: { plan: string; period: BillingPeriod } | null,
): ProviderSubscription | null {
  const report = reportOf(subscription);
  const item = subscription.items.data[0];
  if (!report || !item) return null;
  // One that came and went while nobody heard of it was there all the same.
  const state = afterReport(before === "none" ? "active" : before, report) as ProviderSubscription["state"];
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

/** Whoever has chosen the free plan isn't asked again at the period's end. */
const chosenEnd = ({ metadata }: Stripe.Subscription): ProviderSubscription["next"] =>
  metadata?.["next_plan"] === "free" ? { plan: "free", period: null } : null;

function reportOf({ status, cancel_at_period_end, cancel_at }: Stripe.Subscription): ProviderReport | null {
  const ending = cancel_at_period_end || cancel_at != null;
  return ending && (status === "active" || status === "trialing") ? "cancelled" : (reports[status] ?? null);
}

/** The last phase of a schedule, when another price begins with it. */
export function nextOf(schedule: Stripe.SubscriptionSchedule, prices: ReadonlyMap<string, Stripe.Price>) {
  if (schedule.status !== "active" && schedule.status !== "not_started") return null;
  const price = schedule.phases.at(-1)?.items[0]?.price;
  const known = typeof price === "string" ? prices.get(price) : undefined;
  return schedule.phases.length > 1 && known ? planOf(known) : null;
}

/** What an invoice pays for: a plan of ours, from when to when. */
export interface PaidPeriod {
  plan: string;
  starts_at: Date;
  ends_at: Date;
}

/**
 * Of the lines that charge for a plan of ours, the one with the latest end: beside it may stand what is left of the plan before,
 * which is credited, and the rest of a period in which the plan was changed. Null where no line has a price of ours.
 */
export function readPaidPeriod(
  { lines }: Pick<Stripe.Invoice, "lines">,
  prices: ReadonlyMap<string, Stripe.Price>,
): PaidPeriod | null {
  const charges = lines.data.flatMap(({ amount, period, pricing }) => {
    const price = pricing?.price_details?.price;
    const known = prices.get(typeof price === "string" ? price : (price?.id ?? ""));
    return known && amount >= 0 && period.end > period.start ? [{ amount, known, ...period }] : [];
  });
  const last = charges.toSorted((a, b) => a.end - b.end || a.amount - b.amount).at(-1);
  return last ? { plan: planOf(last.known).plan, starts_at: moment(last.start), ends_at: moment(last.end) } : null;
}

/** Cents as money: text with its decimals, never a floating point number. */
export const money = (cents: number): string => {
  const text = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
};
