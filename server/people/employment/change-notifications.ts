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

type PlannedChange = Pick<ChangeRow, "type" | "user_id" | "effective_on" | "requested_by">;

const isDeparture = ({ type }: Pick<ChangeRow, "type">) => type === "termination" || type === "resignation";

/** The text doesn't contain the change, which may be private. After a failed departure, the account is still open. */
export async function notifyOfFailedChange(tx: Tx, change: PlannedChange): Promise<void> {
  const recipients = await tx.rows<{ id: number }>(selectUsersToNotifyOfFailure, [change.requested_by.id]);
  const leaves = isDeparture(change) ? "yes" : "no";
  await notifyOfPlan(tx, change, {
    kind: "employment.failed",
    userIds: recipients.map(({ id }) => id),
    values: { leaves },
  });
}

/** Notifies the planner of a change that the user `by` withdrew, or whose only content, a schedule, that user replaced or removed. */
export async function notifyOfWithdrawnChange(
  tx: Tx,
  change: PlannedChange,
  { by, lostSchedule = false }: { by: number; lostSchedule?: boolean },
): Promise<void> {
  const plannerId = change.requested_by.id;
  if (plannerId === by) return;
  const cause = lostSchedule ? "schedule" : isDeparture(change) ? "departure" : "other";
  await notifyOfPlan(tx, change, { kind: "employment.withdrawn", userIds: [plannerId], values: { cause } });
}

interface PlanNotification {
  kind: "employment.failed" | "employment.withdrawn";
  userIds: readonly number[];
  values: Record<string, string>;
}

async function notifyOfPlan(
  tx: Tx,
  { user_id: userId, effective_on: date }: PlannedChange,
  { kind, userIds, values }: PlanNotification,
): Promise<void> {
  const name = (await tx.one<{ fullname: string }>(selectName, [userId]))?.fullname ?? "";
  const message = {
    kind,
    people: userIds.map((id) => ({ id, reason: null })),
    values: { name, date, ...values, sender: "", key: "" },
    path: `/employees/view/${userId}`,
    subject: name,
    taskId: null,
    projectId: null,
  };
  await notifyUsers(tx, { eventId: null, sender: null }, [message]);
}
