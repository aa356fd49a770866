import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { listInvoices, readSubscription } from "../../../shared/billing/subscription/subscription.contract";
import { isSubscriptionActionAllowed } from "../../../shared/billing/subscription/subscription.workflow";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Translate } from "../../platform/text";
import {
  type Billing,
  isChangeScheduled,
  isEndingUnpaid,
  loadChosenPlan,
  readBilling,
  subscriptionStateOf,
} from "./billing.service";
import { countInvited, selectInvoices, selectPayingUsers } from "./billing.sql";

type SubscriptionReply = ReplyOf<typeof readSubscription>["data"];
type InvoiceReply = ReplyOf<typeof listInvoices>["data"][number];

/** The subscription for its screen. Reads only the application's own rows, so that no call to the provider is needed. */
export async function presentSubscription(tx: Tx, text: Translate, sandbox: boolean): Promise<SubscriptionReply> {
  const billing = await readBilling(tx);
  const plan = await loadChosenPlan(tx, { plan_id: billing.plan_id, type: "monthly" });
  const people = await tx.rows<{ fullname: string }>(selectPayingUsers);
  const waiting = await tx.one<{ invited: number }>(countInvited);
  const state = subscriptionStateOf(billing);
  const presentPlanName = (code: string) => ({ code, name: text(`plan.${code}.name`) });
  const may = (action: Parameters<typeof isSubscriptionActionAllowed>[1]) => isSubscriptionActionAllowed(state, action);
  const endsUnpaid = isEndingUnpaid(billing);
  const renews = billing.provider_id !== null && state !== "cancelled" && !endsUnpaid && billing.period !== null;
  const price = billing.period === null ? null : plan[billing.period];
  return {
    state,
    price,
    plan: { id: billing.plan_id, ...presentPlanName(billing.plan) },
    period: billing.period,
    starts_at: billing.starts_at.toISOString(),
    ends_at: billing.ends_at?.toISOString() ?? null,
    renews_for: renews ? (billing.next_price ?? price) : null,
    next_plan: billing.next_plan === null ? null : presentPlanName(billing.next_plan),
    card: cardOf(billing),
    invoices_to: billing.email,
    payers: people.map(({ fullname }) => fullname),
    used: { users: billing.users, projects: billing.projects, invited: waiting?.invited ?? 0 },
    sandbox,
    can: {
      check_out: may("CHECK_OUT"),
      change: may("CHANGE_PLAN"),
      cancel: may("CANCEL") && !endsUnpaid,
      resume: may("RESUME") || isChangeScheduled(billing) || endsUnpaid,
      portal: billing.customer_id !== null,
    },
  };
}

function cardOf({ card_brand: brand, card_last4: last4, card_expires: expires }: Billing) {
  return brand && last4 && expires ? { brand, last4, expires } : null;
}

interface PaidRow {
  plan: string | null;
  period_starts_at: Date | null;
  period_ends_at: Date | null;
}
type InvoiceRow = Omit<InvoiceReply, "issued_at" | "amount_due_date" | "pays_for"> &
  PaidRow & { issued_at: Date; due_at: Date | null };

export async function presentInvoices(tx: Tx, text: Translate): Promise<InvoiceReply[]> {
  const rows = await tx.rows<InvoiceRow>(selectInvoices);
  return rows.map(({ due_at, issued_at, plan, period_starts_at, period_ends_at, ...row }) => ({
    ...row,
    issued_at: issued_at.toISOString(),
    amount_due_date: due_at?.toISOString() ?? null,
    pays_for: paidOf({ plan, period_starts_at, period_ends_at }, text),
  }));
}

function paidOf({ plan, period_starts_at: from, period_ends_at: to }: PaidRow, text: Translate) {
  if (!plan || !from || !to) return null;
  return { plan: text(`plan.${plan}.name`), starts_at: from.toISOString(), ends_at: to.toISOString() };
}
