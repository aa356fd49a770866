import { maxColumnTitleLength } from "./tasks.fields";
import { array, type InferType, object } from "yup";
import { boolean, number, string } from "../../kernel/schemas";
import { colorField, dayField, idField, idList, lineField, wholeNumber } from "../../kernel/fields";
import { fieldKindsInput, fieldValuesInput } from "../fields/field-values.rules";
import { changeInputFields, createInputFields } from "./tasks.field-lists";

export const columnKinds = ["todo", "doing", "done"] as const;
export type ColumnKind = (typeof columnKinds)[number];

export const taskSorts = ["rank", "due_date", "priority", "title", "created_at", "updated_at"] as const;

const version = () => number().integer("field.number").typeError("field.number");

type Dates = { start_date?: string | null; due_date?: string | null };

function inOrder(value: Dates | null, context: { createError: (o: object) => never }) {
  return !value?.start_date || !value.due_date || value.start_date <= value.due_date
    ? true
    : context.createError({ path: "due_date", message: "field.endBeforeStart" });
}

export const createTaskSchema = object({
  ...createInputFields,
  field_values: fieldValuesInput(),
  field_kinds: fieldKindsInput(),
  task_status_id: idField("column").required("field.required"),
  /** The tasks above and below the target position; if omitted, the task goes to the end of the column. */
  before_id: idField("task"),
  after_id: idField("task"),
  /** Fills what the other fields omit. People of the template's roles aren't assigned. */
  template: object({
    id: idField("taskTemplate").required("field.required"),
    /** The day from which the template's dates are counted. */
    day: dayField().required("field.required"),
  })
    .optional()
    .default(undefined),
}).test("dates", "field.endBeforeStart", inOrder as never);

/** Whether the project's dates are extended to dates of the task outside them; without it, such dates are refused. */
const extend_project = () => boolean();

export const updateTaskSchema = object({
  ...changeInputFields,
  /** Values of the project's fields by field id; null removes a value, omitted fields are unchanged. */
  field_values: fieldValuesInput(),
  field_kinds: fieldKindsInput(),
  task_status_id: idField("column"),
  version: version(),
  extend_project: extend_project(),
}).test("dates", "field.endBeforeStart", inOrder as never);

/**
 * Combined change of one task in a bulk call: fields, position and archive state. A column without neighbors moves the task only if the
 * task is in another column. A neighbor (null if there is none on that side) can also move the task within its column. `archived: false`
 * restores the task to that position.
 */
export const taskChangeSchema = object({
  id: idField("task").required("field.required"),
  version: version(),
  ...changeInputFields,
  /** Values of the project's fields by field id; null removes a value, omitted fields are unchanged. */
  field_values: fieldValuesInput(),
  field_kinds: fieldKindsInput(),
  task_status_id: idField("column"),
  before_id: idField("task").nullable(),
  after_id: idField("task").nullable(),
  archived: boolean(),
  extend_project: extend_project(),
}).test("dates", "field.endBeforeStart", inOrder as never);
export type TaskChangeInput = InferType<typeof taskChangeSchema>;

export const changeTasksSchema = object({
  changes: array(taskChangeSchema).required().min(1, "field.required").max(500, "field.tooMany"),
  /** Whether the change undoes the caller's own change; the caller's later changes then cause no conflict. */
  undoing: boolean(),
});

export const assignTaskSchema = object({ users: idList("user"), groups: idList("group"), version: version() });

/** `before_id`: the task above the target position; `after_id`: the task below it. */
export const moveTaskSchema = object({
  task_status_id: idField("column").required("field.required"),
  before_id: idField("task").nullable(),
  after_id: idField("task").nullable(),
  version: version(),
});

export const restoreTaskSchema = object({ task_status_id: idField("column").required("field.required") });

/** Filters archived tasks by the user who archived them and by day; both bounds are inclusive. */
export const archivedQuery = object({
  q: lineField(200),
  by: idField("user"),
  from: dayField(),
  to: dayField(),
  page: wholeNumber(1, 100_000),
  per_page: wholeNumber(1, 200),
});

export const boardQuery = object({
  q: lineField(200),
  s: idList("column"),
  u: idField("user"),
  tag_id: idField("tag"),
  sort: string().oneOf([...taskSorts, ""], "field.oneOf"),
});

export const createColumnSchema = object({
  project_id: idField("project").required("field.required"),
  title: lineField(maxColumnTitleLength).required("field.required"),
  kind: string().oneOf([...columnKinds], "field.oneOf"),
  color: colorField(),
  wip_limit: wholeNumber(1, 999).nullable(),
});

export const updateColumnSchema = object({
  title: lineField(maxColumnTitleLength).min(1, "field.required"),
  kind: string().oneOf([...columnKinds], "field.oneOf"),
  color: colorField(),
  wip_limit: wholeNumber(1, 999).nullable(),
});

export const deleteColumnSchema = object({ target_id: idField("column") });
