import { Temporal } from "@js-temporal/polyfill";
import { randomBytes } from "node:crypto";
import type { BillingPeriod } from "../../../../shared/billing/subscription/subscription.rules";
import { elapsedDaySeconds } from "../../../../shared/kernel/elapsed-time";

/** An object in the provider's format, reduced to the fields that the product reads. Amounts are in cents. */
export interface SandboxObject {
  id: string;
  object: string;
  customer?: string | null;
  [field: string]: unknown;
}

export const newId = (prefix: string): string => `${prefix}_sandbox${randomBytes(9).toString("hex")}`;
export const unixNow = (): number => Math.floor(Date.now() / 1000);

export const sandboxPrice = (lookup_key: string, unit_amount: number, period: BillingPeriod) => ({
  id: `price_sandbox_${lookup_key}`,
  object: "price",
  lookup_key,
  unit_amount,
  recurring: { interval: period === "annual" ? "year" : "month" },
});
export type SandboxPrice = ReturnType<typeof sandboxPrice>;

/** The same day some months later, or the last day of the month if that month is shorter. */
export const addMonths = (start: number, months: number): number =>
  Temporal.Instant.fromEpochMilliseconds(start * 1000)
    .toZonedDateTimeISO("UTC")
    .add({ months }).epochMilliseconds / 1000;

export const periodFrom = (start: number, { recurring }: SandboxPrice) => ({
  current_period_start: start,
  current_period_end: addMonths(start, recurring.interval === "year" ? 12 : 1),
});

export const newSubscription = (customer: string, price: SandboxPrice, start: number) => ({
  id: newId("sub"),
  object: "subscription",
  customer,
  status: "active",
  created: start,
  cancel_at_period_end: false,
  ended_at: null as number | null,
  schedule: null as string | null,
  phases: [] as { items: { price?: string }[] }[] | undefined,
  metadata: {} as Record<string, string>,
  items: { data: [{ id: newId("si"), price, ...periodFrom(start, price) }] as const },
});
export type SandboxSubscription = ReturnType<typeof newSubscription>;

/** A line of an invoice: a charge, or a credit if the amount is negative. */
export const invoiceLine = (price: SandboxPrice, amount: number, start: number, end: number) => ({
  amount,
  description: price.lookup_key,
  period: { start, end },
  pricing: { price_details: { price: price.id } },
});
export type SandboxInvoiceLine = ReturnType<typeof invoiceLine>;

export function periodLine({ items }: SandboxSubscription): SandboxInvoiceLine {
  const [{ price, current_period_start, current_period_end }] = items.data;
  return invoiceLine(price, price.unit_amount, current_period_start, current_period_end);
}

/** Lines of an immediate change: a credit for the rest of the period, and the new price for that rest or for a new period. */
export function changeLines({ items }: SandboxSubscription, price: SandboxPrice, now: number): SandboxInvoiceLine[] {
  const [{ price: before, current_period_start: start, current_period_end: end }] = items.data;
  const rest = Math.max(0, Math.min(1, (end - now) / (end - start)));
  const credit = invoiceLine(before, -Math.round(before.unit_amount * rest), now, end);
  if (before.recurring.interval === price.recurring.interval)
    return [credit, invoiceLine(price, Math.round(price.unit_amount * rest), now, end)];
  return [credit, invoiceLine(price, price.unit_amount, now, periodFrom(now, price).current_period_end)];
}

export const amountDue = (lines: readonly SandboxInvoiceLine[]): number =>
  Math.max(
    0,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  );

export function newInvoice(customer: string, lines: readonly SandboxInvoiceLine[], isPaid: boolean) {
  const id = newId("in");
  const amount_due = amountDue(lines);
  return {
    id,
    object: "invoice",
    customer,
    number: `SANDBOX-${id.slice(-6).toUpperCase()}`,
    currency: "usd",
    status: isPaid ? "paid" : "open",
    amount_due,
    amount_paid: isPaid ? amount_due : 0,
    amount_remaining: isPaid ? 0 : amount_due,
    created: unixNow(),
    due_date: null,
    next_payment_attempt: isPaid ? null : unixNow() + 3 * elapsedDaySeconds,
    lines: { data: lines },
  };
}
