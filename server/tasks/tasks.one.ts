import type { BodyOf } from "../../shared/kernel/endpoint";
import { Problem } from "../../shared/kernel/problems";
import type * as contract from "../../shared/tasks/tasks.contract";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { changeTasks } from "./tasks.change";
import type { ChangeOptions, Outcome, ChangeInput } from "./tasks.change.types";
import { moveAtOnce } from "./tasks.move-at-once";
import type { TaskRow } from "./tasks.policy";
import { presentCard } from "./tasks.present";

export interface Moved {
  id: number;
  task_status_id: number;
  rank: string;
  version: number;
  progress: number;
  before_id: number | null;
  after_id: number | null;
}

/**
 * Changes the fields that are sent; what is sent as it already is changes nothing and says nothing. A new column moves
 * the task as well, to its end.
 * @throws Problem 404, 403, 409 (archived; the same field changed by someone else since `version`), 422.
 */
export async function updateTask(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.updateTask>,
): Promise<BoardTask> {
  const { task } = await changeTask(tx, actor, { ...input, id });
  return presentCard(tx, task);
}

/**
 * Moves a task between the neighbours that are named; where they have gone meanwhile, as near as can be.
 * @throws Problem 404, 403, 409 (archived; moved by someone else since `version`), 422 for a column elsewhere.
 */
export async function moveTaskTo(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.moveTask>,
): Promise<Moved> {
  const usual = tx.attempt === 1 ? await moveAtOnce(tx, actor, id, input) : undefined;
  if (usual) return usual;
  const { task, placed } = await changeTask(tx, actor, { ...input, id, toEnd: true });
  return {
    id,
    task_status_id: task.columnId,
    rank: task.rank,
    version: task.version,
    progress: task.progress,
    before_id: placed?.place.above_id ?? null,
    after_id: placed?.place.below_id ?? null,
  };
}

/** @throws Problem 404, 403. */
export async function archiveTask(tx: Tx, actor: Actor, id: number): Promise<TaskRow> {
  return (await changeTask(tx, actor, { id, archived: true })).task; // twice is as good as once
}

/**
 * Brings an archived task back, to the end of a column.
 * @throws Problem 404, 403, 422 for a column elsewhere.
 */
export async function restoreTask(tx: Tx, actor: Actor, id: number, columnId: number): Promise<BoardTask> {
  const { task } = await changeTask(tx, actor, { id, archived: false, task_status_id: columnId });
  return presentCard(tx, task);
}

/**
 * The same for one task.
 * @throws Problem as above, with plain names of fields and the card itself as the record.
 */
export async function changeTask(
  tx: Tx,
  actor: Actor,
  input: ChangeInput,
  options: ChangeOptions = {},
): Promise<Outcome> {
  try {
    return (await changeTasks(tx, actor, [input], options))[0] as Outcome;
  } catch (error) {
    throw error instanceof Problem ? ofOne(error) : error;
  }
}

function ofOne({ code, detail }: Problem): Problem {
  const { errors, record, ...rest } = detail;
  const named = errors && Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field.slice(2), texts]));
  return new Problem(code, {
    ...rest,
    ...(named ? { errors: named } : {}),
    ...(Array.isArray(record) ? { record: record[0] } : {}),
  });
}
