import type { BodyOf } from "../../../shared/kernel/endpoint";
import { Problem } from "../../../shared/kernel/problems";
import type * as contract from "../../../shared/work/tasks/tasks.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { changeTasks } from "./tasks.change";
import type { ChangeOptions, ChangeOutcome, ChangeInput } from "./tasks.change.types";
import type { TaskRow } from "../access/tasks.policy";
import { presentCard } from "./tasks.present";

type Move = BodyOf<typeof contract.moveTask> & { id: number; by: Actor };

export interface MovedTask {
  id: number;
  task_status_id: number;
  rank: string;
  version: number;
  progress: number;
  before_id: number | null;
  after_id: number | null;
}

/**
 * Changes the fields contained in the input; unchanged values cause neither a write nor an event. If the column is changed, the task moves
 * to the end of the new column.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 when it is archived, or when another user changed the same
 *   field since `version`; 422 for invalid values.
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
 * Moves tasks between the requested neighbors, or as near as possible if the neighbors have moved. The tasks must be distinct and may be
 * moved by several users in a shared transaction.
 * @throws Problem 404 when a task isn't visible; 403 without permission; 409 when it is archived, or was moved by another user since
 * `version`; 422 for a column of another project. With several moves, the error doesn't identify the refused move.
 */
export async function moveTasks(tx: Tx, moves: readonly Move[]): Promise<MovedTask[]> {
  const inputs = moves.map((move) => ({ ...move, toEnd: true }));
  const [first] = inputs as [ChangeInput & Move];
  const outcomes =
    inputs.length === 1 ? [await changeTask(tx, first.by, first)] : await changeTasks(tx, first.by, inputs);
  return outcomes.map(({ task, placed }) => ({
    id: task.id,
    task_status_id: task.columnId,
    rank: task.rank,
    version: task.version,
    progress: task.progress,
    before_id: placed?.place.above_id ?? null,
    after_id: placed?.place.below_id ?? null,
  }));
}

export async function archiveTask(tx: Tx, actor: Actor, id: number): Promise<TaskRow> {
  return (await changeTask(tx, actor, { id, archived: true })).task; // repeated archiving is not an error
}

/**
 * Restores an archived task to the end of a column.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 422 for a column of another project or a full board.
 */
export async function restoreTask(tx: Tx, actor: Actor, id: number, columnId: number): Promise<BoardTask> {
  const { task } = await changeTask(tx, actor, { id, archived: false, task_status_id: columnId });
  return presentCard(tx, task);
}

/**
 * Like `changeTasks`, for one task.
 * @throws Problem as in `changeTasks`, but field names have no index, and the record of a 409 is the card itself.
 */
export async function changeTask(
  tx: Tx,
  actor: Actor,
  input: ChangeInput,
  options: ChangeOptions = {},
): Promise<ChangeOutcome> {
  try {
    return (await changeTasks(tx, actor, [input], options))[0] as ChangeOutcome;
  } catch (error) {
    throw error instanceof Problem ? withPlainFields(error) : error;
  }
}

function withPlainFields({ code, detail }: Problem): Problem {
  const { errors, record, ...rest } = detail;
  const errorsByField =
    errors && Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field.slice(2), texts]));
  return new Problem(code, {
    ...rest,
    ...(errorsByField ? { errors: errorsByField } : {}),
    ...(Array.isArray(record) ? { record: record[0] } : {}),
  });
}
