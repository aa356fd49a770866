import { array, type InferType, object } from "yup";
import { boolean, number, string } from "../kernel/schemas";
import { colorField, dayField, idField, idList, lineField, wholeNumber } from "../kernel/fields";
import { changeInput, createInput } from "./tasks.field-lists";

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
  ...createInput,
  task_status_id: idField("column").required("field.required"),
  /** Neighbours where it should land; without them at the end of the column. */
  before_id: idField("task"),
  after_id: idField("task"),
}).test("dates", "field.endBeforeStart", inOrder as never);

/** Only the fields that are sent change. */
export const updateTaskSchema = object({
  ...changeInput,
  task_status_id: idField("column"),
  version: version(),
}).test("dates", "field.endBeforeStart", inOrder as never);

/**
 * One change of one task among many: fields, place and archive at once. The column alone moves it only if it is elsewhere;
 * with a neighbour named (null stands for none) it moves within its column as well. `archived: false` restores it there.
 */
export const taskChangeSchema = object({
  id: idField("task").required("field.required"),
  version: version(),
  ...changeInput,
  task_status_id: idField("column"),
  before_id: idField("task").nullable(),
  after_id: idField("task").nullable(),
  archived: boolean(),
}).test("dates", "field.endBeforeStart", inOrder as never);
export type TaskChangeInput = InferType<typeof taskChangeSchema>;

export const changeTasksSchema = object({
  changes: array(taskChangeSchema).required().min(1, "field.required").max(500, "field.tooMany"),
  /** Takes back a change of one's own: what oneself has changed since doesn't stand in its way. */
  undoing: boolean(),
});

export const assignTaskSchema = object({ users: idList("user"), groups: idList("group"), version: version() });

/** `before_id`: the task that should stand before (above) it; `after_id`: the one after (below). */
export const moveTaskSchema = object({
  task_status_id: idField("column").required("field.required"),
  before_id: idField("task").nullable(),
  after_id: idField("task").nullable(),
  version: version(),
});

export const restoreTaskSchema = object({ task_status_id: idField("column").required("field.required") });

/** Who archived it, and when: both days included. */
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
  /** Columns, separated by commas. */
  s: idList("column"),
  /** A user. */
  u: idField("user"),
  tag_id: idField("tag"),
  sort: string().oneOf([...taskSorts, ""], "field.oneOf"),
});

export const createColumnSchema = object({
  project_id: idField("project").required("field.required"),
  title: lineField(60).required("field.required"),
  kind: string().oneOf([...columnKinds], "field.oneOf"),
  color: colorField(),
  wip_limit: wholeNumber(1, 999).nullable(),
});

export const updateColumnSchema = object({
  title: lineField(60).min(1, "field.required"),
  kind: string().oneOf([...columnKinds], "field.oneOf"),
  color: colorField(),
  wip_limit: wholeNumber(1, 999).nullable(),
});

/** Where the tasks of a deleted column go; needed when it isn't empty. In the query or the body. */
export const deleteColumnSchema = object({ target_id: idField("column") });
