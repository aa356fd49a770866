import { tellEach } from "../notifications/tell.service";
import { sql, type Tx } from "../platform/database/unit-of-work";

// Marked and told in one transaction. Who runs at the same moment waits for the row and finds the mark.
const announce = sql(
  "employment.announce",
  `UPDATE employment_change SET announced_at = now()
   WHERE tenant_id = current_tenant() AND status = 'planned' AND announced_at IS NULL
     AND type NOT IN ('termination', 'resignation') AND effective_on = tenant_today() + 1
   RETURNING id, user_id, effective_on::text AS effective_on`,
);

/**
 * Tells people the day before, by the organisation's calendar, that what is planned for them takes effect tomorrow; once
 * each. What changes isn't said: they read it where private fields are shown to them alone.
 * @returns how many were announced.
 */
export async function announceChanges(tx: Tx): Promise<number> {
  const rows = await tx.rows<{ id: number; user_id: number; effective_on: string }>(announce);
  const messages = rows.map(({ user_id, effective_on }) => ({
    kind: "employment.tomorrow" as const,
    people: [{ id: user_id, reason: null }],
    values: { date: effective_on, sender: "", key: "" },
    path: "/profile",
    subject: effective_on,
    taskId: null,
    projectId: null,
  }));
  await tellEach(tx, { eventId: null, sender: null }, messages);
  return rows.length;
}
