import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import { insertMessageValues } from "../../../shared/kernel/text/message-values";
import {
  type FieldValue,
  type FieldValueReading,
  type FieldValues,
  type FieldValuesChange,
  fieldsMissingIn,
  isOfFieldKind,
  isSameValue,
  readFieldValue,
} from "../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { FieldKind } from "../../../shared/work/fields/fields.schema";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { columnsOfValue, type FieldValueColumns, valueColumns } from "../fields/field-value-columns";
import { fieldsOfProject } from "../fields/fields.service";
import { foreignReferences } from "./tasks.links";
import type { LockedColumn } from "./tasks.move";

export interface FieldValuesRequest {
  /** Values as sent by the caller, by field id. */
  sent: Readonly<Record<string, unknown>>;
  /** Kinds for which the values were entered, by field id. */
  kinds: Readonly<Record<string, FieldKind>>;
  before: FieldValues;
}

export interface FieldValuesResult {
  /** Values that differ from the present ones. */
  change: Record<string, FieldValue | null>;
  /** Kinds of the values in `change`. */
  kinds: Record<string, FieldKind>;
  /** Errors by field of the input, such as `field_values.12`. */
  errors: FieldErrors;
}

const inputNameOf = (id: number | string) => `field_values.${id}`;

/** Reads the values sent for tasks of a project. The project must be locked, so that its fields and members stay unchanged. */
export async function resolveFieldValues(
  tx: Tx,
  projectId: number,
  requests: readonly FieldValuesRequest[],
): Promise<FieldValuesResult[]> {
  const fields = fieldsById(await fieldsOfProject(tx, projectId));
  const results = requests.map((request) => resolveRequest(fields, request));
  const people = results.flatMap((result) =>
    Object.entries(result.change).flatMap(([id, value]) =>
      fields.get(id)?.kind === "person" && value !== null ? [{ result, id, users: [value as number] }] : [],
    ),
  );
  const unknown = await foreignReferences(tx, projectId, people);
  people.forEach(({ result, id }, at) => {
    if (unknown[at]?.length) result.errors[inputNameOf(id)] = ["field.unknown"];
  });
  return results;
}

const fieldsById = (fields: readonly ProjectField[]) => new Map(fields.map((field) => [String(field.id), field]));

function resolveRequest(
  fields: ReadonlyMap<string, ProjectField>,
  { sent, kinds, before }: FieldValuesRequest,
): FieldValuesResult {
  const result: FieldValuesResult = { change: {}, kinds: {}, errors: {} };
  for (const [id, sentValue] of Object.entries(sent)) {
    const field = fields.get(id);
    const reading = field ? readSentValue(field, sentValue, kinds[id], before[id]) : { error: "field.unknown" };
    if ("error" in reading) result.errors[inputNameOf(id)] = [reading.error];
    else if (field && !isSameValue(reading.value, before[id])) {
      result.change[id] = reading.value;
      result.kinds[id] = field.kind;
    }
  }
  return result;
}

function readSentValue(
  field: ProjectField,
  sent: unknown,
  enteredFor: FieldKind | undefined,
  before: FieldValue | undefined,
): FieldValueReading {
  if (!isOfFieldKind(field, sent, enteredFor))
    return { error: insertMessageValues("projectField.otherKind", { field: field.title }) };
  return readFieldValue(field, sent, before);
}

/** A value of a task in the columns of its kind; null in all of them removes it. */
export interface FieldValueRow extends FieldValueColumns {
  project_id: number;
  task_id: number;
  field_id: number;
  kind: FieldKind;
}

const columnList = valueColumns.join(", ");

/** $1 JSON array of `FieldValueRow`. */
const writeValues = sql(
  "tasks.writeFieldValues",
  `WITH sent AS MATERIALIZED (
     SELECT *, num_nonnulls(${columnList}) = 0 AS empty FROM jsonb_to_recordset($1::jsonb) AS r (project_id bigint, task_id bigint,
       field_id bigint, kind text, text_value text, number_value numeric, day_value date, flag_value boolean, option_ids bigint[],
       user_id bigint)
   ), deleted AS (
     DELETE FROM task_field_value v USING sent s
     WHERE s.empty AND v.tenant_id = current_tenant() AND v.task_id = s.task_id AND v.field_id = s.field_id
   )
   INSERT INTO task_field_value (tenant_id, project_id, task_id, field_id, kind, ${columnList})
   SELECT current_tenant(), project_id, task_id, field_id, kind, ${columnList} FROM sent WHERE NOT empty
   ON CONFLICT (tenant_id, task_id, field_id)
     DO UPDATE SET ${valueColumns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
);

/** Writes values; a trigger adds them to `task.field_values`. The tasks' projects must be locked. */
export async function writeFieldValueRows(tx: Tx, rows: readonly FieldValueRow[]): Promise<void> {
  if (rows.length > 0) await tx.rows(writeValues, [JSON.stringify(rows)]);
}

interface ChangedTask {
  id: number;
  projectId: number;
  change: FieldValuesChange | undefined;
}

/** Writes changed values of tasks, which `resolveFieldValues` has checked. */
export async function writeFieldValues(tx: Tx, tasks: readonly ChangedTask[]): Promise<void> {
  const changed = tasks.filter(({ change }) => change && Object.keys(change).length > 0);
  const kinds = new Map<string, FieldKind>();
  for (const projectId of new Set(changed.map((task) => task.projectId)))
    for (const field of await fieldsOfProject(tx, projectId)) kinds.set(String(field.id), field.kind);
  await writeFieldValueRows(
    tx,
    changed.flatMap(({ id, projectId, change }) =>
      Object.entries(change ?? {}).map(([fieldId, value]): FieldValueRow => {
        const kind = kinds.get(fieldId) as FieldKind;
        const ids = { project_id: projectId, task_id: id, field_id: Number(fieldId) };
        return { ...ids, kind, ...columnsOfValue(kind, value) };
      }),
    ),
  );
}

const selectFieldValues = sql(
  "tasks.fieldValues",
  "SELECT id, field_values FROM task WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

interface Entry {
  taskId: number;
  column: LockedColumn;
}

/**
 * Checks that tasks have the values that their new columns require. Runs after the values were written.
 * @returns the errors of each entry by field of the input.
 */
export async function missingFieldValues(tx: Tx, entries: readonly Entry[]): Promise<FieldErrors[]> {
  const checked = entries.filter(({ column }) => column.requiresFields);
  if (checked.length === 0) return entries.map(() => ({}));
  const rows = await tx.rows<{ id: number; field_values: FieldValues }>(selectFieldValues, [
    checked.map(({ taskId }) => taskId),
  ]);
  const values = new Map(rows.map((row) => [row.id, row.field_values]));
  const fields = new Map<number, ProjectField[]>();
  for (const projectId of new Set(checked.map(({ column }) => column.projectId)))
    fields.set(projectId, await fieldsOfProject(tx, projectId));
  return entries.map(({ taskId, column }) => {
    if (!column.requiresFields) return {};
    const missing = fieldsMissingIn(fields.get(column.projectId) ?? [], values.get(taskId) ?? {}, column.id);
    return Object.fromEntries(
      missing.map(({ id, title }) => [
        inputNameOf(id),
        [insertMessageValues("projectField.requiredInColumn", { field: title, column: column.title })],
      ]),
    );
  });
}

/** @throws Problem 422 at each value that the column requires. */
export async function requireFieldValues(tx: Tx, taskId: number, column: LockedColumn): Promise<void> {
  const [errors = {}] = await missingFieldValues(tx, [{ taskId, column }]);
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}
