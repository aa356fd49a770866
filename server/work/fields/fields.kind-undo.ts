import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { projectStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { convertFieldValue, type FlagLabels } from "../../../shared/work/fields/field-kind-change.rules";
import { type FieldValue, isSameValue } from "../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import { type FieldKind, hasOptions } from "../../../shared/work/fields/fields.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { columnsOfValue } from "./field-value-columns";
import { lockFieldWithValues, readField, readPeople, type TaskValueChange, type ValueRow } from "./fields.kind-change";
import * as statements from "./fields.sql";

/** A field before the last change of its kind. */
interface FormerField {
  kind: FieldKind;
  max_length: number | null;
  decimals: number | null;
  unit: string | null;
  option_ids: number[];
  task_values: TaskValueChange[];
}

interface TaskOfProject {
  id: number;
  project_id: number;
}

interface RestoredValue {
  task: TaskOfProject;
  value: FieldValue;
}

/**
 * Undoes the last change of a field's kind in all projects that have values of it. Values that are still as the change left them become the
 * former ones again. Values that were written since are kept and converted.
 * @returns the field, and how many former values weren't restored, because the value or the task is another one by now.
 * @throws Problem as `lockFieldWithValues`; also 409 a day after the change, and when a value that was written since can't be converted.
 */
export async function undoFieldKindChange(
  tx: Tx,
  actor: Actor,
  projectId: number,
  id: number,
  version: number,
  labels: FlagLabels,
): Promise<{ field: ProjectField; omittedCount: number }> {
  const { field, projectIds } = await lockFieldWithValues(tx, actor, projectId, id, version);
  const former = await tx.one<FormerField>(statements.selectKindChange, [id, version]);
  if (!former) throw new Problem("projectField.undoExpired");
  const tasks = await tx.rows<TaskOfProject>(statements.lockTasksOfKindChange, [
    id,
    projectIds,
    former.task_values.map(({ task_id }) => task_id),
  ]);
  const rows = await tx.rows<ValueRow>(statements.selectValues, [id, projectIds]);
  const restored = await findRestoredValues(tx, former, tasks, rows);
  const newValues = await convertNewValues(
    tx,
    field,
    former,
    rows.filter((row) => !restored.has(row.id)),
    labels,
  );
  await writeFormerField(tx, field, former, rows, new Map([...valuesOf(restored), ...newValues]));
  const presentIds = new Set(rows.map((row) => row.id));
  const lostBefore = [...restored.values()].filter(({ task }) => !presentIds.has(task.id));
  const inserted = lostBefore.map(({ task, value }) => {
    return { project_id: task.project_id, task_id: task.id, ...columnsOfValue(former.kind, value) };
  });
  await tx.rows(statements.insertValues, [id, former.kind, JSON.stringify(inserted)]);
  await tx.rows(statements.deleteKindChange, [id]);
  for (const usingProjectId of projectIds) {
    const after = await readField(tx, usingProjectId, id);
    tx.emit("project_field.kind_restored", projectStream(usingProjectId), { ...after, project_id: usingProjectId });
  }
  return { field: await readField(tx, projectId, id), omittedCount: former.task_values.length - restored.size };
}

const valuesOf = (restored: ReadonlyMap<number, RestoredValue>): [number, FieldValue][] =>
  [...restored].map(([id, { value }]) => [id, value]);

/** The former values of tasks whose value is still as the change left it, by task. Users who were deleted can't be restored. */
async function findRestoredValues(
  tx: Tx,
  former: FormerField,
  tasks: readonly TaskOfProject[],
  rows: readonly ValueRow[],
): Promise<Map<number, RestoredValue>> {
  const taskById = new Map(tasks.map((task) => [task.id, task]));
  const presentValues = new Map(rows.map((row) => [row.id, row.value]));
  const people = await readPeople(
    tx,
    former.kind,
    former.task_values.map(({ before }) => before),
  );
  const userIds = new Set<FieldValue>(people.map((person) => person.id));
  return new Map(
    former.task_values.flatMap(({ task_id, before, after }): [number, RestoredValue][] => {
      const task = taskById.get(task_id);
      const isUnchanged = isSameValue(presentValues.get(task_id), after);
      const isStorable = former.kind !== "person" || userIds.has(before);
      return task && isUnchanged && isStorable ? [[task_id, { task, value: before }]] : [];
    }),
  );
}

/** Converts values that were written since the change, by task. */
async function convertNewValues(
  tx: Tx,
  field: ProjectField,
  former: FormerField,
  rows: readonly ValueRow[],
  labels: FlagLabels,
): Promise<Map<number, FieldValue>> {
  const people = await readPeople(
    tx,
    field.kind,
    rows.map(({ value }) => value),
  );
  const options = field.options.map((option) => ({ ...option, deleted: !former.option_ids.includes(option.id) }));
  const converted = rows.map(({ id, value }): [number, FieldValue] => {
    const formerValue = convertFieldValue(field.kind, former.kind, value, { options, people, labels });
    if (formerValue === null) throw new Problem("projectField.undoLosesValues");
    return [id, formerValue];
  });
  return new Map(converted);
}

/** Writes the former kind with the values of tasks that have one now. */
async function writeFormerField(
  tx: Tx,
  field: ProjectField,
  { kind, max_length, decimals, unit, option_ids }: FormerField,
  rows: readonly ValueRow[],
  values: ReadonlyMap<number, FieldValue>,
): Promise<void> {
  if (hasOptions(field.kind) !== hasOptions(kind))
    await tx.rows(statements.replaceOptions, [field.id, JSON.stringify(option_ids.map((id) => ({ id })))]);
  const records = rows.map(({ id }) => ({ task_id: id, ...columnsOfValue(kind, values.get(id) ?? null) }));
  await tx.rows(statements.changeKind, [field.id, kind, max_length, decimals, JSON.stringify(records), unit]);
}

/** Deletes changes that can't be undone any more. */
export async function purgeKindChanges(tx: Tx, now: Date): Promise<void> {
  await tx.rows(statements.purgeKindChanges, [new Date(now.getTime() - elapsedDayMs)]);
}
