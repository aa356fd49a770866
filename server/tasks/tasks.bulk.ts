import type { BodyOf } from "../../shared/kernel/endpoint";
import { type FieldErrors, Problem } from "../../shared/kernel/problems";
import type { ChangedTask, changeTasks as changeTasksEndpoint } from "../../shared/tasks/bulk.contract";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { recordOf } from "../../shared/tasks/tasks.field-lists";
import { progressAfterMove } from "../../shared/tasks/tasks.progress.rules";
import { compareRanks } from "../../shared/tasks/tasks.rank.rules";
import type { TaskChangeInput } from "../../shared/tasks/tasks.schema";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { changeTasks } from "./tasks.change";
import type { Outcome } from "./tasks.change.types";
import { factNames, linkNames } from "./tasks.fields";
import { presentCards } from "./tasks.present";

/**
 * Changes many tasks at once, and says how each change is taken back: in the order in which that must be asked for, so
 * that every task finds the neighbours it had.
 * @throws Problem 404, 403, 409 with the cards in conflict, 422 naming fields as `changes.<index>.<field>`.
 */
export async function changeTasksAtOnce(
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
    return outcomes.toSorted(asTheyStood).map((outcome) => present(outcome, cards));
  } catch (error) {
    throw error instanceof Problem ? ofMany(error) : error;
  }
}

/** Two changes of one task have no order that anyone could rely on. @throws Problem 422. */
function requireDistinct(changes: readonly TaskChangeInput[]): void {
  const first = new Set<number>();
  const errors: FieldErrors = {};
  for (const [at, { id }] of changes.entries()) {
    if (first.has(id)) errors[`changes.${at}.id`] = ["task.twice"];
    first.add(id);
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** From the top of each column: whoever goes back first is the neighbour of the next. */
function asTheyStood(a: Outcome, b: Outcome): number {
  if (!a.stood || !b.stood) return Number(Boolean(b.stood)) - Number(Boolean(a.stood));
  return a.stood.columnId - b.stood.columnId || compareRanks(a.stood.rank, b.stood.rank);
}

function present(outcome: Outcome, cards: ReadonlyMap<number, BoardTask>): ChangedTask {
  const { id, version } = outcome.task;
  return { id, version, task: cards.get(id) ?? null, undo: inverse(outcome) };
}

function inverse({ from, task, before, change, placed, stood }: Outcome): TaskChangeInput | null {
  if (from.version === task.version) return null;
  const fields: Record<string, unknown> = {};
  for (const name of factNames) if (name in change) fields[name] = before?.[name];
  for (const name of linkNames) if (recordOf(name) in change) fields[name] = before?.[recordOf(name)];
  const undo: TaskChangeInput = { id: from.id, version: task.version, ...fields };
  if (from.archived !== task.archived) undo.archived = from.archived;
  const leaves = (placed?.moved && !from.archived) || (task.archived && !from.archived);
  if (stood && leaves) {
    undo.task_status_id = stood.columnId;
    undo.before_id = stood.aboveId;
    undo.after_id = stood.belowId;
  }
  // What a move made of the progress isn't always what the move back makes of it.
  if (placed?.moved && progressAfterMove(task, task.columnKind, from.columnKind) !== (before ?? from).progress) {
    undo.progress = (before ?? from).progress;
  }
  return undo;
}

function ofMany({ code, detail }: Problem): Problem {
  const { errors, ...rest } = detail;
  if (!errors || Object.keys(errors).some((field) => field.startsWith("changes."))) return new Problem(code, detail);
  const named = Object.entries(errors).map(([field, texts]) => [`changes.${field}`, texts]);
  return new Problem(code, { ...rest, errors: Object.fromEntries(named) });
}
