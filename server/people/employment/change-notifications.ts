import { notifyEach, notifyUsers } from "../../communication/notifications/notify.service";
import type { ChangeRow } from "./employment.sql";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { sql, type Tx } from "../../platform/database/unit-of-work";

// Marking and notifying share a transaction: a concurrent run waits for the row lock and then finds `announced_at` set.
const markChangesAnnounced = sql(
  "employment.announce",
  `UPDATE employment_change SET announced_at = now()
   WHERE tenant_id = current_tenant() AND status = 'planned' AND announced_at IS NULL
     AND type NOT IN ('termination', 'resignation') AND effective_on = tenant_today() + 1
   RETURNING id, user_id, effective_on::text AS effective_on`,
);

/**
 * Notifies each affected employee once, on the day before in the tenant's time zone, that a planned change takes effect tomorrow. The text
 * doesn't contain the change, which may be private.
 * @returns the number of announced changes.
 */
export async function announceChanges(tx: Tx): Promise<number> {
  const rows = await tx.rows<{ id: number; user_id: number; effective_on: string }>(markChangesAnnounced);
  const messages = rows.map(({ user_id, effective_on }) => ({
    kind: "employment.tomorrow" as const,
    people: [{ id: user_id, reason: null }],
    values: { date: effective_on, sender: "", key: "" },
    path: "/profile",
    subject: effective_on,
    taskId: null,
    projectId: null,
  }));
  await notifyEach(tx, { eventId: null, sender: null }, messages);
  return rows.length;
}

/** The planner or, if their account is closed, everyone who can plan the change again. */
const selectUsersToNotifyOfFailure = sql(
  "employment.failureRecipients",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND (u.id = $1 OR (NOT u.external
     AND NOT EXISTS (SELECT FROM app_user p WHERE p.tenant_id = u.tenant_id AND p.id = $1 AND p.active)
     AND ${roleHoldsAny("u", "'{user-edit}'::text[]")} AND person_holds(u.id, 'user-edit'))) ORDER BY u.id`,
);
const selectName = sql(
  "employment.nameOf",
  "SELECT fullname FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/** The text doesn't contain the change, which may be private. After a failed departure, the account is still open. */
export async function notifyOfFailedChange(
  tx: Tx,
  { type, user_id: userId, effective_on: date, requested_by: planner }: ChangeRow,
): Promise<void> {
  const name = (await tx.one<{ fullname: string }>(selectName, [userId]))?.fullname ?? "";
  const people = (await tx.rows<{ id: number }>(selectUsersToNotifyOfFailure, [planner.id])).map(({ id }) => ({
    id,
    reason: null,
  }));
  const leaves = type === "termination" || type === "resignation" ? "yes" : "no";
  const values = { name, date, leaves, sender: "", key: "" };
  const about = { path: `/employees/view/${userId}`, subject: name, taskId: null, projectId: null };
  await notifyUsers(tx, { eventId: null, sender: null }, [{ kind: "employment.failed", people, values, ...about }]);
}
