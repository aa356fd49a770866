import type { BodyOf } from "../../shared/kernel/endpoint";
import { userStream } from "../../shared/kernel/events";
import { invalid } from "../../shared/kernel/problems";
import type { mute } from "../../shared/notifications/settings.contract";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { projectAccess } from "../projects/projects.policy";
import { visibleTask } from "../tasks/tasks.policy";

const put = sql(
  "mutes.put",
  `INSERT INTO notification_mute (tenant_id, user_id, project_id, task_id, until) VALUES (current_tenant(), $1, $2, $3, $4)
   ON CONFLICT ON CONSTRAINT notification_mute_once DO UPDATE SET until = EXCLUDED.until`,
);
const remove = sql(
  "mutes.remove",
  `DELETE FROM notification_mute WHERE tenant_id = current_tenant() AND user_id = $1
     AND project_id IS NOT DISTINCT FROM $2 AND task_id IS NOT DISTINCT FROM $3`,
);

/**
 * Mutes a project or a task for this person, or lets it be heard again.
 * @throws Problem 404 when it isn't theirs to see; 422 when the end has passed.
 */
export async function setMute(tx: Tx, actor: Actor, input: BodyOf<typeof mute>): Promise<void> {
  const { project_id = null, task_id = null, muted, until } = input;
  if (!muted) {
    await tx.rows(remove, [actor.id, project_id, task_id]);
  } else {
    if (until && Date.parse(until) <= Date.now()) throw invalid("until", "notification.muteOver");
    if (project_id !== null) await projectAccess(tx, actor, project_id);
    if (task_id !== null) await visibleTask(tx, actor, task_id);
    await tx.rows(put, [actor.id, project_id, task_id, until ?? null]);
  }
  tx.emit("notification.settings", userStream(actor.id), {});
}
