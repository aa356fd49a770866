import { elapsedDaySeconds } from "../../../../shared/kernel/elapsed-time";
import { randomBytes } from "node:crypto";
import type { BillingPeriod } from "../../../../shared/billing/subscription/subscription.rules";
import type { StandInObject } from "./stand-in.store";

/** A price in the stand-in's catalog. Amounts are in cents, as at the provider. */
export interface StandInPrice {
  lookup_key: string;
  unit_amount: number;
  period: BillingPeriod;
}

export const newId = (prefix: string): string => `${prefix}_stand_in${randomBytes(9).toString("hex")}`;
export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

export const priceId = (lookupKey: string): string => `price_stand_in_${lookupKey}`;

export const presentPrice = ({ lookup_key, unit_amount, period }: StandInPrice) => ({
  id: priceId(lookup_key),
  object: "price",
  active: true,
  currency: "usd",
  lookup_key,
  type: "recurring",
  unit_amount,
  recurring: { interval: period === "annual" ? "year" : "month", interval_count: 1 },
});

/** End of a period: the same day a month or a year later, or the last day of the month if that month is shorter. */
export const periodEnd = (start: number, period: BillingPeriod): number =>
  addMonths(start, period === "annual" ? 12 : 1);

export function addMonths(start: number, months: number): number {
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return unixSeconds(to);
}

export interface SubscriptionItem {
  id: string;
  price: ReturnType<typeof presentPrice>;
  current_period_start: number;
  current_period_end: number;
  [field: string]: unknown;
}

export interface StandInSubscription extends StandInObject {
  object: "subscription";
  customer: string;
  status: string;
  created: number;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  schedule: string | null;
  metadata: Record<string, string>;
  items: { object: "list"; data: [SubscriptionItem]; has_more: boolean; url: string };
}

interface NewSubscription {
  id: string;
  itemId: string;
  customer: string;
  price: StandInPrice;
  start: number;
  end: number;
  metadata?: Record<string, string>;
}

export const newSubscription = (of: NewSubscription): StandInSubscription => ({
  id: of.id,
  object: "subscription",
  customer: of.customer,
  status: "active",
  created: of.start,
  cancel_at_period_end: false,
  cancel_at: null,
  canceled_at: null,
  ended_at: null,
  schedule: null,
  metadata: of.metadata ?? {},
  items: {
    object: "list",
    data: [
      {
        id: of.itemId,
        object: "subscription_item",
        price: presentPrice(of.price),
        quantity: 1,
        current_period_start: of.start,
        current_period_end: of.end,
      },
    ],
    has_more: false,
    url: "",
  },
});

/** An invoice line for a period: a charge, or a credit if the amount is negative. */
export interface InvoiceLine {
  lookup_key: string;
  amount: number;
  start: number;
  end: number;
  proration: boolean;
}

export interface InvoiceInput {
  subscription: StandInSubscription;
  lines: readonly InvoiceLine[];
  paid: boolean;
  now: number;
}

export function periodLine({ items: { data } }: StandInSubscription): InvoiceLine {
  const [{ price, current_period_start: start, current_period_end: end }] = data;
  return { lookup_key: price.lookup_key, amount: price.unit_amount, start, end, proration: false };
}

/** The provider's line format since 2025: the price is in `pricing`, the subscription in `parent`. */
export const presentLine = ({ lookup_key, amount, start, end, proration }: InvoiceLine, subscription: string) => ({
  id: newId("il"),
  object: "line_item",
  amount,
  currency: "usd",
  description: lookup_key,
  period: { start, end },
  pricing: { type: "price_details", price_details: { price: priceId(lookup_key), product: "prod_stand_in" } },
  parent: { type: "subscription_item_details", subscription_item_details: { proration, subscription } },
  quantity: 1,
});

/** The provider's invoice format since 2025: the subscription is in `parent`. */
export function newInvoice({ subscription, lines, paid, now }: InvoiceInput): StandInObject {
  const id = newId("in");
  const amount = amountOf(lines);
  return {
    id,
    object: "invoice",
    customer: subscription.customer,
    number: `STANDIN-${id.slice(-6).toUpperCase()}`,
    currency: "usd",
    status: paid ? "paid" : "open",
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    created: now,
    due_date: null,
    next_payment_attempt: paid ? null : now + 3 * elapsedDaySeconds,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: {
      object: "list",
      data: lines.map((line) => presentLine(line, subscription.id)),
      has_more: false,
      url: "",
    },
    parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
  };
}

export const amountOf = (lines: readonly InvoiceLine[]): number =>
  Math.max(
    0,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  );

/**
 * Invoice lines of an immediate price change: a credit for the rest of the period, and a charge at the new price for the rest of the period
 * or for a new one.
 */
export function prorations(item: SubscriptionItem, to: StandInPrice, now: number): InvoiceLine[] {
  const { current_period_start: start, current_period_end: end, price } = item;
  const left = end > start ? Math.max(0, Math.min(1, (end - now) / (end - start))) : 0;
  const rest = { start: now, end: Math.max(now, end) };
  const credit = Math.round(price.unit_amount * left);
  const same = (price.recurring.interval === "year") === (to.period === "annual");
  const charge = same
    ? { amount: Math.round(to.unit_amount * left), ...rest }
    : { amount: to.unit_amount, start: now, end: periodEnd(now, to.period) };
  return [
    { lookup_key: price.lookup_key, amount: -credit, ...rest, proration: true },
    { lookup_key: to.lookup_key, ...charge, proration: same },
  ];
}

export const listObject = (data: readonly unknown[], url: string) => ({ object: "list", data, has_more: false, url });
