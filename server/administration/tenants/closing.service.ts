import { tenantStream, userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { closingDays } from "../../../shared/administration/tenants/closing.contract";
import { notifyUsers } from "../../communication/notifications/notify.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { requireConfirmed } from "../../identity/session/second-factor.service";

const lockClosing = sql(
  "closing.lock",
  "SELECT name, closes_at, closed_at FROM tenant WHERE id = current_tenant() FOR NO KEY UPDATE",
);
interface State {
  name: string;
  closes_at: Date | null;
  closed_at: Date | null;
}

const updateClosingDay = sql(
  "closing.begin",
  `UPDATE tenant SET closes_at = now() + make_interval(days => ${closingDays}) WHERE id = current_tenant()
   RETURNING to_char(closes_at AT TIME ZONE time_zone, 'YYYY-MM-DD') AS day`,
);

/**
 * SQL query for subscriptions that renew or have an open invoice, which the provider collects again, because a closed account must not be
 * charged.
 */
const renews = `SELECT FROM subscription s JOIN tenant t ON t.id = s.tenant_id WHERE s.tenant_id = current_tenant()
  AND (s.state IN ('trialing', 'active') OR s.state = 'past_due' AND (t.auto_renew OR EXISTS (SELECT FROM subscription_invoice i
    WHERE i.tenant_id = s.tenant_id AND i.state = 'open')))`;
const selectActiveSubscription = sql("closing.renewing", `${renews} LIMIT 1`);

/**
 * Schedules the closing of the account, which stays usable until then.
 * @throws Problem 403 without a recent password confirmation; 422 when `name` isn't the organization's name; 409 when closing is already
 *   scheduled, a subscription is active, or its payment is overdue.
 */
export async function requestClosing(tx: Tx, actor: Actor, name: string): Promise<void> {
  await requireConfirmed(tx, actor);
  const now = (await tx.one<State>(lockClosing)) as State;
  if (name !== now.name) throw invalidFieldProblem("name", "field.organizationName");
  if (now.closes_at) throw new Problem("tenant.closing");
  if (await tx.one(selectActiveSubscription)) throw new Problem("tenant.subscribed");
  const begun = await tx.one<{ day: string }>(updateClosingDay);
  logSecurity(tx, { kind: "access_changed", facts: { scope: "organization", change: "closing" } });
  await notifyAdministrators(tx, "tenant.closing", { date: begun?.day ?? "" });
}

const updateClosingCancelled = sql("closing.keep", "UPDATE tenant SET closes_at = NULL WHERE id = current_tenant()");

/**
 * Cancels the scheduled closing.
 * @throws Problem 409 when no closing is scheduled.
 */
export async function cancelClosing(tx: Tx): Promise<void> {
  const now = (await tx.one<State>(lockClosing)) as State;
  if (!now.closes_at || now.closed_at) throw new Problem("tenant.notClosing");
  await tx.rows(updateClosingCancelled);
  logSecurity(tx, { kind: "access_changed", facts: { scope: "organization", change: "kept" } });
  await notifyAdministrators(tx, "tenant.kept", {});
}

const selectAdministrators = sql(
  "closing.administrators",
  `SELECT u.id FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
     AND (r.code = 'administrator' OR 'tenant-edit' = ANY (r.permissions)) ORDER BY u.id`,
);

async function notifyAdministrators(
  tx: Tx,
  kind: "tenant.closing" | "tenant.kept",
  details: Record<string, string>,
): Promise<void> {
  const values = { sender: tx.actor?.fullname ?? "", ...details };
  const people = (await tx.rows<{ id: number }>(selectAdministrators)).map(({ id }) => ({ id, reason: null }));
  const about = { path: "/settings/organization", subject: "", taskId: null, projectId: null };
  await notifyUsers(tx, { eventId: null, sender: tx.actor, atOnce: true }, [{ kind, people, values, ...about }]);
}

const updateTenantClosed = sql(
  "closing.close",
  `UPDATE tenant SET active = false, closed_at = now(), auto_renew = false
   WHERE id = current_tenant() AND closes_at <= now() AND closed_at IS NULL AND NOT EXISTS (${renews}) RETURNING id`,
);
const deleteSessions = sql(
  "closing.endSessions",
  "DELETE FROM session WHERE tenant_id = current_tenant() RETURNING id, user_id",
);

/**
 * Closes a tenant whose closing date has passed: sessions end, and the sign-in page shows the reason. Takes effect once, however often or
 * late this runs.
 */
export async function closeDueTenant(tx: Tx): Promise<boolean> {
  if (!(await tx.one(updateTenantClosed))) return false;
  const ended = new Map<number, number[]>();
  for (const { id, user_id } of await tx.rows<{ id: number; user_id: number }>(deleteSessions))
    ended.set(user_id, [...(ended.get(user_id) ?? []), id]);
  for (const [person, ids] of ended) tx.emit("session.ended", userStream(person), { session_ids: ids });
  tx.emit("tenant.updated", tenantStream(tx.tenantId), { id: tx.tenantId });
  return true;
}
