import { invalid, Problem } from "../../shared/kernel/problems";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { lockProjectsOfTasks } from "./tasks.change.sql";
import { changeTask } from "./tasks.one";
import { lockedTask, visibleTask } from "./tasks.policy";
import { presentCard } from "./tasks.present";

const blockersOf = sql(
  "blockers.of",
  `SELECT blocker_id AS id FROM task_blocker WHERE tenant_id = current_tenant() AND task_id = $1 ORDER BY blocker_id`,
);

/**
 * Adds to what a task waits for, or takes away from it, whatever else is changed in that list at the same time.
 * @throws Problem 404 for a task that isn't theirs to see, 403, 409 (archived), 422 (another project, a circle).
 */
export async function setBlocker(
  tx: Tx,
  actor: Actor,
  id: number,
  blockerId: number,
  wanted: boolean,
): Promise<BoardTask> {
  const blocker = await visibleTask(tx, actor, blockerId);
  await tx.rows(lockProjectsOfTasks, [[id]]); // before the task, in the product's lock order
  const task = await lockedTask(tx, actor, id);
  if (blocker.projectId !== task.projectId) throw invalid("blocker_id", "field.unknown");
  const present = (await tx.rows<{ id: number }>(blockersOf, [id])).map((row) => row.id);
  const blockers = present.filter((one) => one !== blockerId);
  if (wanted) blockers.push(blockerId);
  try {
    await changeTask(tx, actor, { id, blockers });
  } catch (error) {
    // The same reason, at the field that this call has.
    const texts = error instanceof Problem ? error.detail.errors?.blockers : undefined;
    throw texts ? new Problem("request.invalid", { errors: { blocker_id: texts } }) : error;
  }
  return presentCard(tx, task);
}
