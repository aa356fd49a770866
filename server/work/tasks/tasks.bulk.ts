import type { BodyOf } from "../../../shared/kernel/endpoint";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import type { ChangedTask, changeTasks as changeTasksEndpoint } from "../../../shared/work/tasks/bulk.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { recordNameOf } from "../../../shared/work/tasks/tasks.field-lists";
import { progressAfterMove } from "../../../shared/work/tasks/tasks.progress.rules";
import { compareRanks } from "../../../shared/work/tasks/tasks.rank.rules";
import type { TaskChangeInput } from "../../../shared/work/tasks/tasks.schema";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { changeTasks } from "./tasks.change";
import type { ChangeOutcome } from "./tasks.change.types";
import { storedFieldNames, linkNames } from "./tasks.fields";
import { presentCards } from "./tasks.present";
import { formerValues } from "./tasks.update";

/**
 * Changes many tasks in one transaction. Returns the inverse changes, ordered so that each restored task finds its former neighbors.
 * @throws Problem 404 for an invisible task; 403 without permission; 409 with the cards in conflict; 422 with fields named
 *   `changes.<index>.<field>`.
 */
export async function bulkChangeTasks(
  tx: Tx,
  actor: Actor,
  { changes, undoing }: BodyOf<typeof changeTasksEndpoint>,
): Promise<ChangedTask[]> {
  requireDistinct(changes);
  try {
    const outcomes = await changeTasks(tx, actor, changes, { undoing, withStanding: true });
    const cards = await presentCards(
      tx,
      outcomes.flatMap(({ task }) => (task.archived ? [] : task)),
    );
    return outcomes.toSorted(byFormerPosition).map((outcome) => present(outcome, cards));
  } catch (error) {
    throw error instanceof Problem ? ofMany(error) : error;
  }
}

/**
 * Rejects two changes of one task, because they would have no defined order.
 * @throws Problem 422 at the second change.
 */
function requireDistinct(changes: readonly TaskChangeInput[]): void {
  const first = new Set<number>();
  const errors: FieldErrors = {};
  for (const [at, { id }] of changes.entries()) {
    if (first.has(id)) errors[`changes.${at}.id`] = ["task.twice"];
    first.add(id);
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Sorts by column and then from top to bottom, so that each restored task is the neighbor of the next one. */
function byFormerPosition(a: ChangeOutcome, b: ChangeOutcome): number {
  if (!a.stood || !b.stood) return Number(Boolean(b.stood)) - Number(Boolean(a.stood));
  return a.stood.columnId - b.stood.columnId || compareRanks(a.stood.rank, b.stood.rank);
}

function present(outcome: ChangeOutcome, cards: ReadonlyMap<number, BoardTask>): ChangedTask {
  const { id, version } = outcome.task;
  return { id, version, task: cards.get(id) ?? null, undo: inverse(outcome) };
}

function inverse({ from, task, before, change, placed, stood }: ChangeOutcome): TaskChangeInput | null {
  if (from.version === task.version) return null;
  const fields: Record<string, unknown> = {};
  for (const name of storedFieldNames) if (name in change) fields[name] = before?.[name];
  for (const name of linkNames) if (recordNameOf(name) in change) fields[name] = before?.[recordNameOf(name)];
  if (change.field_values && before) {
    fields.field_values = formerValues(change, before).field_values;
    fields.field_kinds = change.field_kinds;
  }
  const undo: TaskChangeInput = { id: from.id, version: task.version, ...fields };
  if (from.archived !== task.archived) undo.archived = from.archived;
  const leaves = (placed?.moved && !from.archived) || (task.archived && !from.archived);
  if (stood && leaves) {
    undo.task_status_id = stood.columnId;
    undo.before_id = stood.aboveId;
    undo.after_id = stood.belowId;
  }
  // Restores the progress explicitly, because moving back doesn't always restore it.
  if (placed?.moved && progressAfterMove(task, task.columnKind, from.columnKind) !== (before ?? from).progress) {
    undo.progress = (before ?? from).progress;
  }
  return undo;
}

function ofMany({ code, detail }: Problem): Problem {
  const { errors, ...rest } = detail;
  if (!errors || Object.keys(errors).some((field) => field.startsWith("changes."))) return new Problem(code, detail);
  const prefixedErrors = Object.entries(errors).map(([field, texts]) => [`changes.${field}`, texts]);
  return new Problem(code, { ...rest, errors: Object.fromEntries(prefixedErrors) });
}
