import type { Logger } from "pino";
import type Stripe from "stripe";
import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { tenantStream } from "../../../shared/kernel/events";
import type { Tx } from "../../platform/database/unit-of-work";
import {
  centsToDecimal,
  nextPlanPhaseOf,
  planItemOf,
  priceLookupKeys,
  type ProviderSubscription,
  readPaidPeriod,
  readSubscription,
  type StoredSubscription,
} from "./provider-state";
import { notifyPayers } from "./plan-end.service";
import * as statements from "./sync.sql";

/** A difference from the provider that was repaired. */
export interface SyncDifference {
  what: "plan" | "subscription" | "invoice" | "checkout" | "doubled";
  id: string;
}

type ErrorLog = Pick<Logger, "error">;
type StoredSubscriptions = ReadonlyMap<string, StoredSubscription>;

const recentMs = 3 * elapsedDayMs;

/** Whether to confirm a payment. A customer that is imported with old paid invoices gets no mails about them. */
const isNewPayment = ({ status, amount_paid, created }: Stripe.Invoice, stateBefore: string | undefined): boolean =>
  status === "paid" &&
  amount_paid > 0 &&
  stateBefore !== "paid" &&
  (stateBefore !== undefined || Date.now() - created * 1000 < recentMs);

/** Number of invoices read: monthly invoices of two years. */
const invoicesShown = 24;

/**
 * Updates the application's rows to the provider's current state, independently of the order of events, and notifies open screens of
 * changes. The customer's row is locked during the provider calls, so that an older response never overwrites a newer one.
 */
export async function syncWithProvider(tx: Tx, stripe: Stripe, log: ErrorLog): Promise<SyncDifference[]> {
  const customer = await tx.one<{ customer_id: string }>(statements.lockCustomer);
  if (!customer) return [];
  const differences = [
    ...(await syncSubscriptions(tx, stripe, customer.customer_id, log)),
    ...(await syncInvoices(tx, stripe, customer.customer_id)),
    ...(await syncCheckouts(tx, stripe)),
  ];
  await syncCard(tx, stripe, customer.customer_id);
  const data = { id: tx.tenantId };
  if (differences.some(({ what }) => what === "plan")) tx.emit("tenant.updated", tenantStream(tx.tenantId), data);
  else if (differences.length > 0) tx.emit("subscription.changed", tenantStream(tx.tenantId), data);
  return differences;
}

async function syncSubscriptions(tx: Tx, stripe: Stripe, customer: string, log: ErrorLog): Promise<SyncDifference[]> {
  const rows = await tx.rows<StoredSubscription & { provider_id: string }>(statements.selectStoredSubscriptions);
  const storedByProviderId: StoredSubscriptions = new Map(rows.map((row) => [row.provider_id, row]));
  const found = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  for (const subscription of found.data.filter((each) => isLive(each) && !planItemOf(each)))
    log.error(
      { tenant: tx.tenantId, subscription: subscription.id, price: subscription.items.data[0]?.price.id },
      "a subscription has a price without a lookup key such as team_monthly; the tenant keeps its plan",
    );
  const isForProduct = (each: Stripe.Subscription) => planItemOf(each) !== undefined || storedByProviderId.has(each.id);
  const doubled = await cancelDuplicates(stripe, found.data.filter(isForProduct));
  const all = await Promise.all(
    found.data.map(async (subscription) => {
      const now = doubled.get(subscription.id) ?? subscription;
      return readSubscription(now, storedByProviderId.get(now.id) ?? null, await scheduledFor(stripe, now));
    }),
  );
  const subscriptions = all.filter((each) => each !== null);
  // Expired subscriptions are saved first, because a constraint allows only one active subscription.
  const inOrder = subscriptions.toSorted((a, b) => Number(a.state !== "expired") - Number(b.state !== "expired"));
  const differences: SyncDifference[] = [...doubled.keys()].map((id) => ({ what: "doubled", id }));
  for (const each of inOrder) {
    if (await tx.one(statements.upsertSubscription, valuesOf(each)))
      differences.push({ what: "subscription", id: each.provider_id });
  }
  if (await applyPlan(tx, subscriptions, storedByProviderId)) differences.push({ what: "plan", id: customer });
  return differences;
}

const isLive = ({ status }: Stripe.Subscription) => ["active", "trialing", "past_due"].includes(status);

/** If several subscriptions for the product are paid, cancels and credits all but the latest. */
async function cancelDuplicates(
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
  return nextPlanPhaseOf(found, prices);
}

/** The product's prices by id; schedule phases and invoice lines refer to them by this id. */
async function ourPrices(stripe: Stripe): Promise<Map<string, Stripe.Price>> {
  const { data } = await stripe.prices.list({ lookup_keys: priceLookupKeys, limit: 100 });
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

/** Grants the plan of the active subscription or, if it has just ended, the plan that follows it. */
async function applyPlan(
  tx: Tx,
  all: readonly ProviderSubscription[],
  storedByProviderId: StoredSubscriptions,
): Promise<boolean> {
  const live = all.find(({ state }) => state !== "expired");
  if (live) {
    const values = [live.plan, live.period, live.starts_at, live.ends_at, live.renews];
    return (await tx.one(statements.updateTenantPlan, values)) !== undefined;
  }
  const ended = all.find(
    ({ provider_id }) => !["expired", undefined].includes(storedByProviderId.get(provider_id)?.state),
  );
  if (!ended) return false;
  if (ended.next?.plan !== "free")
    return (
      (await tx.one(statements.updateTenantPlanEnded, [ended.ended_at, ended.plan, ended.period, ended.ends_at])) !==
      undefined
    );
  return (await tx.one(statements.updateTenantPlan, ["free", null, ended.ended_at, null, false])) !== undefined;
}

async function syncInvoices(tx: Tx, stripe: Stripe, customer: string): Promise<SyncDifference[]> {
  const [{ data }, prices] = await Promise.all([
    stripe.invoices.list({ customer, limit: invoicesShown }),
    ourPrices(stripe),
  ]);
  const differences: SyncDifference[] = [];
  const rows = await tx.rows<{ provider_id: string; state: string }>(statements.selectInvoiceStates);
  const states = new Map(rows.map(({ provider_id, state }) => [provider_id, state]));
  for (const invoice of data) {
    const paid = readPaidPeriod(invoice, prices);
    const changed = await tx.one(statements.upsertInvoice, [
      invoice.id,
      invoice.number,
      invoice.lines.data[0]?.description ?? "",
      invoice.status ?? "draft",
      invoice.currency.toUpperCase(),
      centsToDecimal(invoice.amount_due),
      centsToDecimal(invoice.amount_paid),
      centsToDecimal(invoice.amount_remaining),
      new Date(invoice.created * 1000),
      dueDate(invoice),
      invoice.hosted_invoice_url ?? null,
      invoice.invoice_pdf ?? null,
      paid?.plan ?? null,
      paid?.starts_at ?? null,
      paid?.ends_at ?? null,
    ]);
    if (changed) differences.push({ what: "invoice", id: invoice.id ?? "" });
    if (isNewPayment(invoice, states.get(invoice.id ?? "")))
      await notifyPayers(tx, "plan.paid", { number: invoice.number ?? "" });
  }
  return differences;
}

/** The due date of an invoice or, without one, the date of the provider's next charge. */
function dueDate({ due_date, next_payment_attempt }: Stripe.Invoice): Date | null {
  const due = due_date ?? next_payment_attempt;
  return due === null ? null : new Date(due * 1000);
}

async function syncCheckouts(tx: Tx, stripe: Stripe): Promise<SyncDifference[]> {
  const open = await tx.rows<{ session_id: string }>(statements.selectOpenCheckouts);
  const differences: SyncDifference[] = [];
  for (const { session_id: id } of open) {
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status !== "open" && (await tx.one(statements.updateCheckoutState, [id, status])))
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
  await tx.rows(statements.updateCustomer, [email, card?.brand ?? null, card?.last4 ?? null, expires]);
}
