import type { BodyOf } from "../../../shared/kernel/endpoint";
import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { muteNotifications } from "../../../shared/communication/notifications/settings.contract";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { canSeeProject, projectAccess } from "../../work/access/projects.policy";
import { loadVisibleTask } from "../../work/access/tasks.policy";

/** Maximum number of mutes per user, because every menu of a task or project loads all mutes with the settings. */
export const maxMutes = 500;

const upsertMute = sql(
  "mutes.put",
  `INSERT INTO notification_mute (tenant_id, user_id, project_id, task_id, until) VALUES (current_tenant(), $1, $2, $3, $4)
   ON CONFLICT ON CONSTRAINT notification_mute_once DO UPDATE SET until = EXCLUDED.until`,
);
const countOtherMutes = sql(
  "mutes.others",
  `SELECT count(*)::int AS count FROM notification_mute WHERE tenant_id = current_tenant() AND user_id = $1
     AND (project_id IS DISTINCT FROM $2 OR task_id IS DISTINCT FROM $3)`,
);

// Deletes expired mutes, and mutes of records the user can no longer see and therefore couldn't unmute.
const deleteStaleMutes = sql(
  "mutes.clear",
  `WITH gone AS MATERIALIZED (
     SELECT m.id FROM notification_mute m LEFT JOIN task t ON t.tenant_id = m.tenant_id AND t.id = m.task_id
     WHERE m.tenant_id = current_tenant() AND m.user_id = $1
       AND (m.until <= now() OR NOT ${canSeeProject("COALESCE(m.project_id, t.project_id)", "$1")}))
   DELETE FROM notification_mute WHERE tenant_id = current_tenant() AND id IN (SELECT id FROM gone)`,
);
const deleteMute = sql(
  "mutes.remove",
  `DELETE FROM notification_mute WHERE tenant_id = current_tenant() AND user_id = $1
     AND project_id IS NOT DISTINCT FROM $2 AND task_id IS NOT DISTINCT FROM $3`,
);

async function enforceMuteLimit(tx: Tx, actor: Actor, projectId: number | null, taskId: number | null): Promise<void> {
  const isBelowLimit = async () =>
    ((await tx.one<{ count: number }>(countOtherMutes, [actor.id, projectId, taskId]))?.count ?? 0) < maxMutes;
  if (await isBelowLimit()) return;
  await tx.rows(deleteStaleMutes, [actor.id]);
  if (!(await isBelowLimit()))
    throw invalidFieldProblem(taskId === null ? "project_id" : "task_id", "notification.mutesFull");
}

/**
 * Mutes or unmutes a project or task for the user.
 * @throws Problem 404 when the record isn't visible to the user; 422 for an end in the past, and when the limit is reached.
 */
export async function setMute(tx: Tx, actor: Actor, input: BodyOf<typeof muteNotifications>): Promise<void> {
  const { project_id = null, task_id = null, muted, until } = input;
  if (!muted) {
    await tx.rows(deleteMute, [actor.id, project_id, task_id]);
  } else {
    if (until && Date.parse(until) <= Date.now()) throw invalidFieldProblem("until", "notification.muteOver");
    if (project_id !== null) await projectAccess(tx, actor, project_id);
    if (task_id !== null) await loadVisibleTask(tx, actor, task_id);
    await enforceMuteLimit(tx, actor, project_id, task_id);
    await tx.rows(upsertMute, [actor.id, project_id, task_id, until ?? null]);
  }
  tx.emit("notification.settings", userStream(actor.id), {});
}
