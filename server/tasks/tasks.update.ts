import { projectStream } from "../../shared/kernel/events";
import { invalid } from "../../shared/kernel/problems";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import type { TaskChange } from "../../shared/tasks/tasks.events";
import { recordOf, type TaskRecord } from "../../shared/tasks/tasks.field-lists";
import { progressOfSubtasks } from "../../shared/tasks/tasks.progress.rules";
import type { TaskChangeInput } from "../../shared/tasks/tasks.schema";
import type { Tx } from "../platform/database/unit-of-work";
import { writeFacts } from "./tasks.change.sql";
import { type Fact, factNames, type LinkName, linkNames } from "./tasks.fields";
import { relatedByIds } from "./tasks.related";
import { peopleByIds, setLinks } from "./tasks.links";
import type { TaskRow } from "./tasks.policy";
import { cleanDescription, requireInsideTimeline } from "./tasks.service";

/** What may be changed on a task, as it is sent. */
export type FieldInput = Pick<TaskChangeInput, Fact | LinkName>;

/** A task's facts and lists as they stand, under the names that events use; the description where another is sent. */
export type Before = TaskRecord & Pick<BoardTask, "cover_url"> & { id: number };

/** What must fit the project at the moment of the commit, and not only at that of the check. */
export const leansOnProject = ["start_date", "due_date", ...linkNames] as const;

/** What differs from the task as it is, under the names that events use. */
export function changedFields(tx: Tx, input: FieldInput, before: Before): TaskChange {
  const change: Record<string, unknown> = {};
  for (const field of factNames) {
    if (input[field] === undefined) continue;
    const value = field === "description" ? cleanDescription(tx, input.description) : input[field];
    if (value !== before[field]) change[field] = value;
  }
  for (const name of linkNames) {
    if (input[name] === undefined) continue;
    const field = recordOf(name);
    const ids = [...new Set(input[name])].sort((a, b) => a - b);
    if (ids.join() !== before[field].join()) change[field] = ids;
  }
  return change as TaskChange;
}

/**
 * Both dates count even when only one is sent: together they must be in order.
 * @throws Problem 422.
 */
export function requireDates(task: TaskRow, change: TaskChange, before: Before): void {
  const start = change.start_date === undefined ? before.start_date : change.start_date;
  const due = change.due_date === undefined ? before.due_date : change.due_date;
  if (start && due && start > due) {
    throw invalid(change.due_date === undefined ? "start_date" : "due_date", "field.endBeforeStart");
  }
  requireInsideTimeline(
    { start: task.projectStart, end: task.projectEnd },
    { start_date: change.start_date, due_date: change.due_date },
  );
}

/** The lists of a change under the names of the input. */
export const linksOf = (change: TaskChange) =>
  Object.fromEntries(linkNames.map((name) => [name, change[recordOf(name)]])) as { [Name in LinkName]?: number[] };

export interface FieldChange {
  task: TaskRow;
  before: Before;
  change: TaskChange;
}

/** Writes changes of fields, all in as many statements as one, and says each of them. The tasks must be locked. */
export async function writeFields(tx: Tx, changes: readonly FieldChange[]): Promise<void> {
  if (changes.length === 0) return;
  const records = changes.map(({ task, before, change }) => ({
    ...Object.fromEntries(factNames.map((field) => [field, field in change ? change[field] : before[field]])),
    id: task.id,
    by_hand: isByHand(task, change.progress),
    described: "description" in change,
  }));
  await tx.rows(writeFacts, [JSON.stringify(records)]);
  await setLinks(
    tx,
    changes.map(({ task, change }) => ({ ...linksOf(change), id: task.id, projectId: task.projectId })),
  );
  const arriving = changes.flatMap(newPeople);
  const people = new Map((await peopleByIds(tx, [...new Set(arriving)])).map((person) => [person.id, person]));
  const related = await relatedByIds(tx, changes.flatMap(newEnds));
  for (const each of changes) {
    const { task, before, change } = each;
    const ends = newEnds(each).flatMap((id) => related.get(id) ?? []);
    const users = newPeople(each).flatMap((id) => people.get(id) ?? []);
    tx.emit("task.updated", projectStream(task.projectId), {
      id: task.id,
      project_id: task.projectId,
      key: task.key,
      version: task.version + 1,
      ...change,
      before: Object.fromEntries(Object.keys(change).map((field) => [field, before[field as keyof Before]])),
      ...(users.length > 0 ? { users } : {}),
      ...(ends.length > 0 ? { related: ends } : {}),
    });
  }
}

/** Set to what the subtasks say it follows them again; null where progress isn't set at all. */
function isByHand({ subtask_count, subtask_done_count }: TaskRow, progress: number | undefined): boolean | null {
  if (progress === undefined) return null;
  return subtask_count === 0 || progress !== progressOfSubtasks(subtask_done_count, subtask_count);
}

const newPeople = ({ change, before }: FieldChange) =>
  (change.user_ids ?? []).filter((id) => !before.user_ids.includes(id)).sort((a, b) => a - b);

/** The task itself and what it newly waits for: each may be on a panel that doesn't know the other yet. */
const newEnds = ({ task, change, before }: FieldChange) =>
  change.blocker_ids ? [task.id, ...change.blocker_ids.filter((id) => !before.blocker_ids.includes(id))] : [];

/** The task once the change is written. */
export function afterFields(task: TaskRow, change: TaskChange): TaskRow {
  if (Object.keys(change).length === 0) return task;
  const { title = task.title, progress = task.progress } = change;
  return { ...task, title, progress, version: task.version + 1 };
}
