import { projectStream } from "../../../shared/kernel/events";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type { TaskChange } from "../../../shared/work/tasks/tasks.events";
import { recordNameOf, type TaskRecord } from "../../../shared/work/tasks/tasks.field-lists";
import { finishesTask, progressOfSubtasks } from "../../../shared/work/tasks/tasks.progress.rules";
import type { TaskChangeInput } from "../../../shared/work/tasks/tasks.schema";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { writeTaskFields } from "./tasks.change.sql";
import { type StoredFieldName, storedFieldNames, type LinkName, linkNames } from "./tasks.fields";
import { writeFieldValues } from "./tasks.field-values";
import { peopleByIds, setLinks } from "./tasks.links";
import type { TaskRow } from "../access/tasks.policy";
import { cleanDescription, requireInsideTimeline } from "./tasks.service";
import type { RelatedTask } from "../../../shared/work/tasks/blockers.contract";

/** Tasks by id, used in events that add the other task of a dependency to an open panel. */
const selectRelatedTasks = sql(
  "blockers.related",
  `SELECT t.id, p.code || '-' || t.number AS key, t.title, t.task_status_id, t.progress, t.archived_at IS NOT NULL AS archived
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($1) ORDER BY t.id`,
);

export async function relatedByIds(tx: Tx, ids: readonly number[]): Promise<Map<number, RelatedTask>> {
  if (ids.length === 0) return new Map();
  return new Map((await tx.rows<RelatedTask>(selectRelatedTasks, [[...new Set(ids)]])).map((task) => [task.id, task]));
}

export type FieldInput = Pick<TaskChangeInput, StoredFieldName | LinkName>;

/** Current fields and lists of a task, with the names used in events. The description is included only if it is being changed. */
export type TaskBeforeChange = TaskRecord & Pick<BoardTask, "cover_url" | "field_values"> & { id: number };

/** Fields that must still fit the project when the transaction commits. Setting one of them requires a lock on the project. */
export const projectDependentFields = ["start_date", "due_date", ...linkNames] as const;

/** Fields that differ from the current task, with the names used in events. */
export function changedFields(tx: Tx, input: FieldInput, before: TaskBeforeChange): TaskChange {
  const change: Record<string, unknown> = {};
  for (const field of storedFieldNames) {
    if (input[field] === undefined) continue;
    const value = field === "description" ? cleanDescription(tx, input.description) : input[field];
    if (value !== before[field]) change[field] = value;
  }
  for (const name of linkNames) {
    if (input[name] === undefined) continue;
    const field = recordNameOf(name);
    const ids = [...new Set(input[name])].sort((a, b) => a - b);
    if (ids.join() !== before[field].join()) change[field] = ids;
  }
  return change as TaskChange;
}

/**
 * Checks that the start date isn't after the due date. A date missing in the change is taken from the task.
 * @throws Problem 422 at the changed date.
 */
export function requireDates(task: TaskRow, change: TaskChange, before: TaskBeforeChange): void {
  const start = change.start_date === undefined ? before.start_date : change.start_date;
  const due = change.due_date === undefined ? before.due_date : change.due_date;
  if (start && due && start > due) {
    throw invalidFieldProblem(change.due_date === undefined ? "start_date" : "due_date", "field.endBeforeStart");
  }
  requireInsideTimeline(
    { start: task.projectStart, end: task.projectEnd },
    { start_date: change.start_date, due_date: change.due_date },
  );
}

/** The lists of a change, with the names of the input. */
export const linksOfChange = (change: TaskChange) =>
  Object.fromEntries(linkNames.map((name) => [name, change[recordNameOf(name)]])) as { [Name in LinkName]?: number[] };

export interface FieldChange {
  task: TaskRow;
  before: TaskBeforeChange;
  change: TaskChange;
}

/** Writes field changes of any number of tasks in a fixed number of statements and emits an event for each. The tasks must be locked. */
export async function writeFields(tx: Tx, changes: readonly FieldChange[]): Promise<void> {
  if (changes.length === 0) return;
  const records = changes.map(({ task, before, change }) => ({
    ...Object.fromEntries(storedFieldNames.map((field) => [field, field in change ? change[field] : before[field]])),
    id: task.id,
    by_hand: isByHand(task, change.progress),
    described: "description" in change,
  }));
  await tx.rows(writeTaskFields, [JSON.stringify(records)]);
  await setLinks(
    tx,
    changes.map(({ task, change }) => ({ ...linksOfChange(change), id: task.id, projectId: task.projectId })),
  );
  await writeFieldValues(
    tx,
    changes.map(({ task, change }) => ({ id: task.id, projectId: task.projectId, change: change.field_values })),
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
      ...(finishesTask(task, { ...task, progress: change.progress ?? task.progress }) && { finished: true }),
      before: formerValues(change, before),
      ...(users.length > 0 ? { users } : {}),
      ...(ends.length > 0 ? { related: ends } : {}),
    });
  }
}

/** The values before a change, with the same entries as the change. */
export const formerValues = ({ field_kinds, ...change }: TaskChange, before: TaskBeforeChange): TaskChange => ({
  ...Object.fromEntries(Object.keys(change).map((field) => [field, before[field as keyof TaskBeforeChange]])),
  ...(change.field_values && {
    field_values: Object.fromEntries(
      Object.keys(change.field_values).map((id) => [id, before.field_values[id] ?? null]),
    ),
  }),
});

/**
 * Whether the progress is set manually; null if it isn't changed. If it equals the progress of the subtasks, it follows the subtasks again.
 */
function isByHand({ subtask_count, subtask_done_count }: TaskRow, progress: number | undefined): boolean | null {
  if (progress === undefined) return null;
  return subtask_count === 0 || progress !== progressOfSubtasks(subtask_done_count, subtask_count);
}

const newPeople = ({ change, before }: FieldChange) =>
  (change.user_ids ?? []).filter((id) => !before.user_ids.includes(id)).sort((a, b) => a - b);

/** Ids of the task and its new blockers, because an open panel may not have loaded the other task of the dependency yet. */
const newEnds = ({ task, change, before }: FieldChange) =>
  change.blocker_ids ? [task.id, ...change.blocker_ids.filter((id) => !before.blocker_ids.includes(id))] : [];

export function taskAfterChange(task: TaskRow, change: TaskChange): TaskRow {
  if (Object.keys(change).length === 0) return task;
  const { title = task.title, progress = task.progress } = change;
  return { ...task, title, progress, version: task.version + 1 };
}
