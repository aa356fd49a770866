import { tenantStream } from "../../../shared/kernel/events";
import { dueReminder } from "../../../shared/billing/subscription/subscription.rules";
import { notifyUsers } from "../../communication/notifications/notify.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { selectPayingUsers } from "./billing.sql";

// Guards check the current time; this column only records that screens were notified of this end date.
const markExpired = sql(
  "planEnd.markExpired",
  `UPDATE tenant SET plan_expired_at = plan_ends_at
   WHERE id = current_tenant() AND plan_is_over(plan_ends_at, auto_renew) AND plan_expired_at IS DISTINCT FROM plan_ends_at
   RETURNING id`,
);
const selectEndingPlan = sql(
  "planEnd.ending",
  `SELECT t.plan_ends_at AS ends_at, ceil(extract(epoch FROM t.plan_ends_at - now()) / 86400)::int AS days
   FROM tenant t
   WHERE t.id = current_tenant() AND NOT t.auto_renew AND t.plan_ends_at > now()`,
  { notNull: ["ends_at"] },
);
const insertReminder = sql(
  "planEnd.remember",
  `INSERT INTO subscription_reminder (tenant_id, ends_at, days) VALUES (current_tenant(), $1, $2)
   ON CONFLICT DO NOTHING RETURNING days`,
);

/** Notifies open screens that the plan has expired. Runs once per end date, however often or late it is called. */
export async function expirePlan(tx: Tx): Promise<boolean> {
  if (!(await tx.one(markExpired))) return false;
  tx.emit("tenant.updated", tenantStream(tx.tenantId), { id: tx.tenantId });
  return true;
}

/** Reminds users who can choose a plan 14, 4 and 1 days before its end. After missed runs, only the most recent reminder is sent. */
export async function remindOfEnd(tx: Tx): Promise<boolean> {
  const plan = await tx.one<{ ends_at: Date; days: number }>(selectEndingPlan);
  const due = plan && dueReminder(plan.days);
  if (!plan || !due || !(await tx.one(insertReminder, [plan.ends_at, due]))) return false;
  await notifyPayers(tx, "plan.ending", { days: String(Math.max(0, plan.days)) });
  return true;
}

const selectPastDue = sql(
  "planEnd.pastDue",
  `SELECT period_starts_at AS ends_at FROM subscription WHERE tenant_id = current_tenant() AND state = 'past_due'`,
);

/** Notifies users who can pay about a failed payment, once per end date. The plan stays active while the provider retries. */
export async function warnOfFailedPayment(tx: Tx): Promise<boolean> {
  const unpaid = await tx.one<{ ends_at: Date }>(selectPastDue);
  if (!unpaid || !(await tx.one(insertReminder, [unpaid.ends_at, 0]))) return false;
  await notifyPayers(tx, "plan.pastDue", {});
  return true;
}

/** Notifies users who can pay about a change of their plan or a payment, in the inbox and by mail. */
export async function notifyPayers(
  tx: Tx,
  kind: "plan.ending" | "plan.paid" | "plan.pastDue",
  values: Record<string, string>,
): Promise<void> {
  const people = (await tx.rows<{ id: number }>(selectPayingUsers)).map(({ id }) => ({ id, reason: null }));
  const about = { path: "/subscriptions", subject: "", taskId: null, projectId: null };
  await notifyUsers(tx, { eventId: null, sender: null, atOnce: true }, [{ kind, people, values, ...about }]);
}
