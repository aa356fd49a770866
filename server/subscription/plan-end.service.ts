import { tenantStream } from "../../shared/kernel/events";
import { dueReminder } from "../../shared/subscription/subscription.rules";
import { tellPeople } from "../notifications/tell.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { payers } from "./billing.sql";

// The guards go by the clock and need no mark: this one says that screens were told of this very end.
const markExpired = sql(
  "planEnd.markExpired",
  `UPDATE tenant SET plan_expired_at = plan_ends_at
   WHERE id = current_tenant() AND plan_is_over(plan_ends_at, auto_renew) AND plan_expired_at IS DISTINCT FROM plan_ends_at
   RETURNING id`,
);
const ending = sql(
  "planEnd.ending",
  `SELECT t.plan_ends_at AS ends_at, ceil(extract(epoch FROM t.plan_ends_at - now()) / 86400)::int AS days
   FROM tenant t
   WHERE t.id = current_tenant() AND NOT t.auto_renew AND t.plan_ends_at > now()`,
);
const remember = sql(
  "planEnd.remember",
  `INSERT INTO subscription_reminder (tenant_id, ends_at, days) VALUES (current_tenant(), $1, $2)
   ON CONFLICT DO NOTHING RETURNING days`,
);

/** Tells open screens that the plan is over: once for each end, however often and late this runs. */
export async function expirePlan(tx: Tx): Promise<boolean> {
  if (!(await tx.one(markExpired))) return false;
  tx.emit("tenant.updated", tenantStream(tx.tenantId), { id: tx.tenantId });
  return true;
}

/** Reminds those who may choose a plan, 14, 4 and 1 days before its end; after a gap of the nearest one alone. */
export async function remindOfEnd(tx: Tx): Promise<boolean> {
  const plan = await tx.one<{ ends_at: Date; days: number }>(ending);
  const due = plan && dueReminder(plan.days);
  if (!plan || !due || !(await tx.one(remember, [plan.ends_at, due]))) return false;
  await tellPayers(tx, "plan.ending", { days: String(Math.max(0, plan.days)) });
  return true;
}

const pastDue = sql(
  "planEnd.pastDue",
  `SELECT period_starts_at AS ends_at FROM subscription WHERE tenant_id = current_tenant() AND state = 'past_due'`,
);

/** The last payment failed: everything goes on while the provider tries again, and those who may pay hear of it, once. */
export async function warnOfFailedPayment(tx: Tx): Promise<boolean> {
  const unpaid = await tx.one<{ ends_at: Date }>(pastDue);
  if (!unpaid || !(await tx.one(remember, [unpaid.ends_at, 0]))) return false;
  await tellPayers(tx, "plan.pastDue", {});
  return true;
}

async function tellPayers(tx: Tx, kind: "plan.ending" | "plan.pastDue", values: Record<string, string>): Promise<void> {
  const people = (await tx.rows<{ id: number }>(payers)).map(({ id }) => ({ id, reason: null }));
  const about = { path: "/subscriptions", subject: "", taskId: null, projectId: null };
  await tellPeople(tx, { eventId: null, sender: null, atOnce: true }, [{ kind, people, values, ...about }]);
}
