import type Stripe from "stripe";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import {
  type BillingPeriod,
  isUpgrade,
  priceLookupKey,
  excessOverLimits,
} from "../../../shared/billing/subscription/subscription.rules";
import {
  isSubscriptionActionAllowed,
  type SubscriptionAction,
  type SubscriptionState,
} from "../../../shared/billing/subscription/subscription.workflow";
import type { Tx } from "../../platform/database/unit-of-work";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../platform/session";
import * as statements from "./billing.sql";
import { callProvider } from "./provider-problems";
import { centsToDecimal, planItemOf } from "./provider-state";

/** The state of a tenant's plan, read only from the application's own rows. */
export interface Billing {
  name: string;
  plan_id: number;
  plan: string;
  rank: number;
  period: BillingPeriod | null;
  starts_at: Date;
  ends_at: Date | null;
  over: boolean;
  auto_renew: boolean;
  customer_id: string | null;
  email: string | null;
  card_brand: string | null;
  card_last4: string | null;
  card_expires: string | null;
  provider_id: string | null;
  state: SubscriptionState | null;
  next_plan: string | null;
  next_price: string | null;
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

export interface PlanChoice {
  plan_id: number;
  type: BillingPeriod;
}

/** Dependencies of a payment call. `unit` runs separate transactions, between which the provider is called. */
export interface PaymentContext {
  unit: RunTransaction;
  stripe: Stripe;
  actor: Actor;
}

export const readBilling = async (tx: Tx): Promise<Billing> =>
  (await tx.one<Billing>(statements.selectBilling)) as Billing;

/** State of the subscription's workflow. A plan past its end is expired, regardless of the state in its row. */
export function subscriptionStateOf({ state, over }: Pick<Billing, "state" | "over">): SubscriptionState {
  if (over) return "expired";
  return state ?? "none";
}

export async function loadChosenPlan(tx: Tx, { plan_id }: PlanChoice): Promise<PlanRow> {
  const plan = await tx.one<PlanRow>(statements.selectPlanById, [plan_id]);
  if (!plan) throw invalidFieldProblem("plan_id", "field.oneOf");
  return plan;
}

export function requireSubscriptionAction(
  billing: Billing,
  action: SubscriptionAction,
  problem: "subscription.live" | "subscription.notPossible",
): void {
  if (!isSubscriptionActionAllowed(subscriptionStateOf(billing), action)) throw new Problem(problem);
}

/**
 * The provider's price of a plan.
 * @throws Problem when the operator hasn't created the price at the provider.
 */
export async function findProviderPrice(stripe: Stripe, plan: string, period: BillingPeriod): Promise<Stripe.Price> {
  const { data } = await callProvider(() =>
    stripe.prices.list({ lookup_keys: [priceLookupKey(plan, period)], active: true }),
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

/** Determines how a plan change is executed. The free plan has no price, so changing to it ends the paid plan. */
async function planChange({ unit, stripe }: PaymentContext, choice: PlanChoice): Promise<Change> {
  const { billing, plan } = await unit(async (tx) => {
    const now = await readBilling(tx);
    requireSubscriptionAction(now, "CHANGE_PLAN", "subscription.notPossible");
    return { billing: now, plan: await loadChosenPlan(tx, choice) };
  });
  const free = Number(plan.monthly) === 0;
  const period = billing.period ?? "monthly";
  if (plan.id === billing.plan_id && choice.type === period) throw new Problem("subscription.samePlan");
  const { provider_id } = billing;
  if (!provider_id) throw new Problem("subscription.notPossible");
  const subscription = await callProvider(() => stripe.subscriptions.retrieve(provider_id));
  const price = free ? null : await findProviderPrice(stripe, plan.code, choice.type);
  const upgrade = !free && isUpgrade({ rank: billing.rank, period }, { rank: plan.rank, period: choice.type });
  return { billing, plan, subscription, price, when: upgrade ? "now" : "later" };
}

/** Cost of a change that applies now, or the date from which it applies, and the limits of the new plan that would be exceeded. */
export async function previewChange(payments: PaymentContext, choice: PlanChoice): Promise<PlanChange> {
  const { billing, plan, subscription, price, when } = await planChange(payments, choice);
  const over = excessOverLimits(billing, plan);
  const at = when === "now" ? new Date() : (billing.ends_at ?? new Date());
  if (when === "later" || !price) return { when, at: at.toISOString(), amount_due: "0.00", currency: "USD", over };
  const item = planItemOf(subscription) ?? subscription.items.data[0];
  const preview = await callProvider(() =>
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
    amount_due: centsToDecimal(preview.amount_due),
    currency: preview.currency.toUpperCase(),
    over,
  };
}

/**
 * Requests the change from the provider. The provider confirms it later by a signed event.
 * @returns when the change applies.
 */
export async function changeSubscription(payments: PaymentContext, choice: PlanChoice): Promise<"now" | "later"> {
  const { stripe } = payments;
  const { subscription, price, when } = await planChange(payments, choice);
  await callProvider(() =>
    replaceSchedule(stripe, subscription, async () => {
      if (!price) {
        await stripe.subscriptions.update(subscription.id, {
          cancel_at_period_end: true,
          metadata: { next_plan: "free" },
        });
        return;
      }
      if (subscription.cancel_at_period_end && when === "later") await resumeAtProvider(stripe, subscription.id);
      await (when === "now" ? upgrade(stripe, subscription, price) : downgrade(stripe, subscription, price.id));
    }),
  );
  return when;
}

/** The new price is charged immediately; a declined card changes nothing. */
const upgrade = (stripe: Stripe, subscription: Stripe.Subscription, price: Stripe.Price) =>
  stripe.subscriptions.update(subscription.id, {
    items: [{ id: (planItemOf(subscription) ?? subscription.items.data[0])?.id, price: price.id }],
    cancel_at_period_end: false,
    metadata: { next_plan: "" },
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
  });

async function downgrade(stripe: Stripe, subscription: Stripe.Subscription, priceId: string): Promise<void> {
  const item = planItemOf(subscription) ?? subscription.items.data[0];
  if (!item) throw new Problem("subscription.notPossible");
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  // The current phase is sent unchanged: the provider rejects a start date that differs even by a second.
  const now = schedule.phases[0] ?? { start_date: item.current_period_start, end_date: item.current_period_end };
  const { start_date, end_date } = now;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    phases: [
      { start_date, end_date, items: [{ price: item.price.id, quantity: 1 }] },
      { start_date: end_date, items: [{ price: priceId, quantity: 1 }] },
    ],
  });
}

const resumeAtProvider = (stripe: Stripe, id: string) =>
  stripe.subscriptions.update(id, { cancel_at_period_end: false, metadata: { next_plan: "" } });

const scheduleIdOf = ({ schedule }: Stripe.Subscription): string | null =>
  typeof schedule === "string" ? schedule : (schedule?.id ?? null);

async function releaseSchedule(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const id = scheduleIdOf(subscription);
  if (id) await stripe.subscriptionSchedules.release(id);
}

/**
 * Makes a change that replaces the scheduled one. The provider rejects direct changes of a subscription that has a schedule, so it is
 * released first, and created again if the change fails, for example because the card is declined.
 */
async function replaceSchedule(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  change: () => Promise<unknown>,
): Promise<void> {
  const id = scheduleIdOf(subscription);
  const schedule = id === null ? null : await stripe.subscriptionSchedules.retrieve(id);
  const price = schedule && schedule.phases.length > 1 ? schedule.phases.at(-1)?.items[0]?.price : undefined;
  await releaseSchedule(stripe, subscription);
  try {
    await change();
  } catch (error) {
    if (price)
      await schedulePrice(stripe, subscription.id, typeof price === "string" ? price : price.id).catch(() => {});
    throw error;
  }
}

async function schedulePrice(stripe: Stripe, id: string, priceId: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  await releaseSchedule(stripe, subscription); // a failed downgrade may have created one
  await downgrade(stripe, subscription, priceId);
}

/** Whether a change of the plan at the end of the period is scheduled, which can be cancelled. */
export const isChangeScheduled = ({ next_plan, state, over }: Pick<Billing, "next_plan" | "state" | "over">): boolean =>
  next_plan !== null && !over && state !== null && ["trialing", "active", "past_due"].includes(state);

/** Whether the subscription was cancelled while a payment is overdue: it ends with the period, and can be resumed before that. */
export const isEndingUnpaid = (billing: Pick<Billing, "state" | "over" | "auto_renew">): boolean =>
  subscriptionStateOf(billing) === "past_due" && !billing.auto_renew;

async function running({ unit }: PaymentContext, action: SubscriptionAction): Promise<string> {
  const { provider_id } = await unit(async (tx) => {
    const billing = await readBilling(tx);
    const isResumable = isChangeScheduled(billing) || isEndingUnpaid(billing);
    if (action !== "RESUME" || !isResumable) requireSubscriptionAction(billing, action, "subscription.notPossible");
    return billing;
  });
  if (!provider_id) throw new Problem("subscription.notPossible");
  return provider_id;
}

export async function cancelAtPeriodEnd(payments: PaymentContext): Promise<void> {
  const { stripe } = payments;
  const id = await running(payments, "CANCEL");
  await callProvider(async () => {
    const cancel = () => stripe.subscriptions.update(id, { cancel_at_period_end: true, metadata: { next_plan: "" } });
    await replaceSchedule(stripe, await stripe.subscriptions.retrieve(id), cancel);
  });
}

export async function resumePlan(payments: PaymentContext): Promise<void> {
  const { stripe } = payments;
  const id = await running(payments, "RESUME");
  await callProvider(async () => {
    await releaseSchedule(stripe, await stripe.subscriptions.retrieve(id));
    await resumeAtProvider(stripe, id);
  });
}

export async function portalUrl({ unit, stripe }: PaymentContext, origin: string): Promise<string> {
  const { customer_id: customer } = await unit(readBilling);
  if (!customer) throw new Problem("subscription.noCustomer");
  const session = await callProvider(() =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${origin}/subscriptions` }),
  );
  return session.url;
}
