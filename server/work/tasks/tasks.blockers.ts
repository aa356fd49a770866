import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { lockProjectsOfTasks } from "./tasks.change.sql";
import { changeTask } from "./tasks.single";
import { loadLockedTask, loadVisibleTask } from "../access/tasks.policy";
import { presentCard } from "./tasks.present";

const selectBlockers = sql(
  "blockers.of",
  `SELECT blocker_id AS id FROM task_blocker WHERE tenant_id = current_tenant() AND task_id = $1 ORDER BY blocker_id`,
);

/**
 * Adds or removes one blocker, independently of concurrent changes to the list.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 when it is archived; 422 for a blocker in another project or
 *   a cycle.
 */
export async function setBlocker(
  tx: Tx,
  actor: Actor,
  id: number,
  blockerId: number,
  isBlocked: boolean,
): Promise<BoardTask> {
  const blocker = await loadVisibleTask(tx, actor, blockerId);
  await tx.rows(lockProjectsOfTasks, [[id]]); // locked before the task, as the lock order requires
  const task = await loadLockedTask(tx, actor, id);
  if (blocker.projectId !== task.projectId) throw invalidFieldProblem("blocker_id", "field.unknown");
  const present = (await tx.rows<{ id: number }>(selectBlockers, [id])).map((row) => row.id);
  const blockers = present.filter((one) => one !== blockerId);
  if (isBlocked) blockers.push(blockerId);
  try {
    await changeTask(tx, actor, { id, blockers });
  } catch (error) {
    // Moves the error from the field `blockers` to this call's field `blocker_id`.
    const texts = error instanceof Problem ? error.detail.errors?.blockers : undefined;
    throw texts ? new Problem("request.invalid", { errors: { blocker_id: texts } }) : error;
  }
  return presentCard(tx, task);
}
