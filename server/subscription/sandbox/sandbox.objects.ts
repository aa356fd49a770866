import { randomBytes } from "node:crypto";
import type { BillingPeriod } from "../../../shared/subscription/subscription.rules";
import type { SandboxObject } from "./sandbox.store";

/** What one price of the sandbox's catalogue is. Amounts in cents, as the provider has them. */
export interface SandboxPrice {
  lookup_key: string;
  unit_amount: number;
  period: BillingPeriod;
}

export const newId = (prefix: string): string => `${prefix}_sandbox${randomBytes(9).toString("hex")}`;
export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

export const priceId = (lookupKey: string): string => `price_sandbox_${lookupKey}`;

export const presentPrice = ({ lookup_key, unit_amount, period }: SandboxPrice) => ({
  id: priceId(lookup_key),
  object: "price",
  active: true,
  currency: "usd",
  lookup_key,
  type: "recurring",
  unit_amount,
  recurring: { interval: period === "annual" ? "year" : "month", interval_count: 1 },
});

/** The same day a month or a year later; the last of a shorter month. */
export function periodEnd(start: number, period: BillingPeriod): number {
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + (period === "annual" ? 12 : 1));
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return seconds(to);
}

export interface SubscriptionItem {
  id: string;
  price: ReturnType<typeof presentPrice>;
  current_period_start: number;
  current_period_end: number;
  [field: string]: unknown;
}

export interface SandboxSubscription extends SandboxObject {
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

export interface Invoicing {
  subscription: SandboxSubscription;
  description: string;
  amount: number;
  paid: boolean;
  now: number;
}

/** An invoice as the provider has them since 2025: what it is for stands in `parent`. */
export function newInvoice({ subscription, description, amount, paid, now }: Invoicing): SandboxObject {
  const id = newId("in");
  return {
    id,
    object: "invoice",
    customer: subscription.customer,
    number: `SANDBOX-${id.slice(-6).toUpperCase()}`,
    currency: "usd",
    status: paid ? "paid" : "open",
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    created: now,
    due_date: null,
    next_payment_attempt: paid ? null : now + 3 * 86_400,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: {
      object: "list",
      data: [{ id: newId("il"), object: "line_item", description, amount }],
      has_more: false,
      url: "",
    },
    parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
  };
}

/** What is owed for the rest of the period when the price changes now; never below nothing. */
export function prorated(item: SubscriptionItem, to: SandboxPrice, now: number): number {
  const { current_period_start: start, current_period_end: end, price } = item;
  const left = end > start ? Math.max(0, Math.min(1, (end - now) / (end - start))) : 0;
  const credit = Math.round(price.unit_amount * left);
  const same = (price.recurring.interval === "year") === (to.period === "annual");
  const charge = same ? Math.round(to.unit_amount * left) : to.unit_amount;
  return Math.max(0, charge - credit);
}

export const listOf = (data: readonly unknown[], url: string) => ({ object: "list", data, has_more: false, url });
