import { type Actor as Person, projectStream } from "../../../shared/kernel/events";
import { type Actor, personOfActor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { loadShareLockedTask } from "../access/tasks.policy";

const insertWatcher = sql(
  "watchers.add",
  `INSERT INTO task_watcher (tenant_id, task_id, user_id) VALUES (current_tenant(), $1, $2)
   ON CONFLICT DO NOTHING RETURNING user_id`,
);
const deleteWatcher = sql(
  "watchers.remove",
  "DELETE FROM task_watcher WHERE tenant_id = current_tenant() AND task_id = $1 AND user_id = $2 RETURNING user_id",
);
const selectWatchers = sql(
  "watchers.ofTask",
  `SELECT u.id, u.fullname, u.image FROM task_watcher w
   JOIN app_user u ON u.tenant_id = w.tenant_id AND u.id = w.user_id
   WHERE w.tenant_id = current_tenant() AND w.task_id = $1 ORDER BY u.id`,
);

/**
 * Starts or stops watching a task; emits an event only when the state changes.
 * @throws Problem 404 when the task isn't visible.
 */
export async function watchTask(
  tx: Tx,
  actor: Actor,
  taskId: number,
  watching: boolean,
): Promise<{ watching: boolean; watchers: Person[] }> {
  const { id, projectId: project_id, key, title } = await loadShareLockedTask(tx, actor, taskId);
  const changed = await tx.one(watching ? insertWatcher : deleteWatcher, [id, actor.id]);
  const news = { task_id: id, project_id, key, title, user: personOfActor(actor) };
  if (changed) tx.emit(watching ? "watcher.added" : "watcher.removed", projectStream(project_id), news);
  return { watching, watchers: await tx.rows<Person>(selectWatchers, [id]) };
}
