import { notifyEach } from "../../communication/notifications/notify.service";
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
