import type Stripe from "stripe";
import { tenantStream } from "../../shared/kernel/events";
import { billingPeriods, lookupKey } from "../../shared/subscription/subscription.rules";
import type { SubscriptionState } from "../../shared/subscription/subscription.workflow";
import type { Tx } from "../platform/database/unit-of-work";
import { money, nextOf, type ProviderSubscription, readPaidPeriod, readSubscription } from "./provider-truth";
import * as statements from "./sync.sql";

/** What was another one here than at the provider, and is put right. */
export interface Difference {
  what: "plan" | "subscription" | "invoice" | "checkout" | "doubled";
  id: string;
}

/** Enough for two years of months. */
const invoicesShown = 24;

/**
 * Makes our rows what the provider says now, whatever was told before and in whichever order. The customer's row is locked while
 * the provider is asked, so that an older answer never overwrites a newer one. Open screens are told of what has changed.
 */
export async function syncWithProvider(tx: Tx, stripe: Stripe): Promise<Difference[]> {
  const customer = await tx.one<{ customer_id: string }>(statements.lockCustomer);
  if (!customer) return [];
  const differences = [
    ...(await syncSubscriptions(tx, stripe, customer.customer_id)),
    ...(await syncInvoices(tx, stripe, customer.customer_id)),
    ...(await syncCheckouts(tx, stripe)),
  ];
  await syncCard(tx, stripe, customer.customer_id);
  const data = { id: tx.tenantId };
  if (differences.some(({ what }) => what === "plan")) tx.emit("tenant.updated", tenantStream(tx.tenantId), data);
  else if (differences.length > 0) tx.emit("subscription.changed", tenantStream(tx.tenantId), data);
  return differences;
}

async function syncSubscriptions(tx: Tx, stripe: Stripe, customer: string): Promise<Difference[]> {
  const rows = await tx.rows<{ provider_id: string; state: SubscriptionState }>(statements.knownSubscriptions);
  const known = new Map(rows.map((row) => [row.provider_id, row.state]));
  const found = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  const doubled = await cancelDoubled(stripe, found.data);
  const all = await Promise.all(
    found.data.map(async (subscription) => {
      const now = doubled.get(subscription.id) ?? subscription;
      return readSubscription(now, known.get(now.id) ?? "none", await scheduledFor(stripe, now));
    }),
  );
  const there = all.filter((each) => each !== null);
  // What is over first: two that live at once are refused by the database.
  const inOrder = there.toSorted((a, b) => Number(a.state !== "expired") - Number(b.state !== "expired"));
  const differences: Difference[] = [...doubled.keys()].map((id) => ({ what: "doubled", id }));
  for (const each of inOrder) {
    if (await tx.one(statements.saveSubscription, valuesOf(each)))
      differences.push({ what: "subscription", id: each.provider_id });
  }
  if (await applyPlan(tx, there, known)) differences.push({ what: "plan", id: customer });
  return differences;
}

const isLive = ({ status }: Stripe.Subscription) => ["active", "trialing", "past_due"].includes(status);

/** Of two that were paid for at once the last one counts: the others end at the provider, what is left of them is credited. */
async function cancelDoubled(
  stripe: Stripe,
  all: readonly Stripe.Subscription[],
): Promise<Map<string, Stripe.Subscription>> {
  const live = all.filter(isLive).toSorted((a, b) => b.created - a.created);
  const over = await Promise.all(
    live.slice(1).map(({ id }) => stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })),
  );
  return new Map(over.map((subscription) => [subscription.id, subscription]));
}

async function scheduledFor(stripe: Stripe, { schedule, status }: Stripe.Subscription) {
  if (!schedule || status === "canceled") return null;
  const id = typeof schedule === "string" ? schedule : schedule.id;
  const [found, prices] = await Promise.all([stripe.subscriptionSchedules.retrieve(id), ourPrices(stripe)]);
  return nextOf(found, prices);
}

/** By the ids that phases of schedules and lines of invoices have. */
async function ourPrices(stripe: Stripe): Promise<Map<string, Stripe.Price>> {
  const lookup_keys = ["team", "business"].flatMap((plan) => billingPeriods.map((period) => lookupKey(plan, period)));
  const { data } = await stripe.prices.list({ lookup_keys, limit: 100 });
  return new Map(data.map((price) => [price.id, price]));
}

const valuesOf = (each: ProviderSubscription) => [
  each.provider_id,
  each.plan,
  each.period,
  each.state,
  each.starts_at,
  each.ends_at,
  each.next?.plan ?? null,
  each.next?.period ?? null,
  each.created_at,
  each.ended_at,
];

/** What the organisation may use follows from what lives; of one that has just ended, from how it was to go on. */
async function applyPlan(
  tx: Tx,
  all: readonly ProviderSubscription[],
  known: ReadonlyMap<string, SubscriptionState>,
): Promise<boolean> {
  const live = all.find(({ state }) => state !== "expired");
  if (live) {
    const renews = live.state !== "cancelled";
    const values = [live.plan, live.period, live.starts_at, live.ends_at, renews];
    return (await tx.one(statements.grantPlan, values)) !== undefined;
  }
  const ended = all.find(({ provider_id }) => !["expired", undefined].includes(known.get(provider_id)));
  if (!ended) return false;
  if (ended.next?.plan !== "free")
    return (await tx.one(statements.endPlan, [ended.ended_at, ended.plan, ended.period])) !== undefined;
  return (await tx.one(statements.grantPlan, ["free", null, ended.ended_at, null, false])) !== undefined;
}

async function syncInvoices(tx: Tx, stripe: Stripe, customer: string): Promise<Difference[]> {
  const [{ data }, prices] = await Promise.all([
    stripe.invoices.list({ customer, limit: invoicesShown }),
    ourPrices(stripe),
  ]);
  const differences: Difference[] = [];
  for (const invoice of data) {
    const paid = readPaidPeriod(invoice, prices);
    const changed = await tx.one(statements.saveInvoice, [
      invoice.id,
      invoice.number,
      invoice.lines.data[0]?.description ?? "",
      invoice.status ?? "draft",
      invoice.currency.toUpperCase(),
      money(invoice.amount_due),
      money(invoice.amount_paid),
      money(invoice.amount_remaining),
      new Date(invoice.created * 1000),
      dueDate(invoice),
      invoice.hosted_invoice_url ?? null,
      invoice.invoice_pdf ?? null,
      paid?.plan ?? null,
      paid?.starts_at ?? null,
      paid?.ends_at ?? null,
    ]);
    if (changed) differences.push({ what: "invoice", id: invoice.id ?? "" });
  }
  return differences;
}

/** Cards are charged when the provider tries: that is the day by which it has to be paid. */
function dueDate({ due_date, next_payment_attempt }: Stripe.Invoice): Date | null {
  const due = due_date ?? next_payment_attempt;
  return due === null ? null : new Date(due * 1000);
}

async function syncCheckouts(tx: Tx, stripe: Stripe): Promise<Difference[]> {
  const open = await tx.rows<{ session_id: string }>(statements.openCheckouts);
  const differences: Difference[] = [];
  for (const { session_id: id } of open) {
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status !== "open" && (await tx.one(statements.settleCheckout, [id, status])))
      differences.push({ what: "checkout", id });
  }
  return differences;
}

async function syncCard(tx: Tx, stripe: Stripe, id: string): Promise<void> {
  const customer = await stripe.customers.retrieve(id, { expand: ["invoice_settings.default_payment_method"] });
  const method = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  const card = typeof method === "string" ? undefined : method?.card;
  const expires = card ? `${card.exp_year}-${String(card.exp_month).padStart(2, "0")}` : null;
  const email = customer.deleted ? null : customer.email;
  await tx.rows(statements.saveCustomer, [email, card?.brand ?? null, card?.last4 ?? null, expires]);
}
