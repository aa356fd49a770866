import type { FieldValue } from "../fields/field-values.rules";
import { fieldOfKey, isProjectFieldKey, type ProjectFieldKey } from "../fields/field-keys";
import type { ProjectField } from "../fields/fields.contract";
import type { BoardTask } from "./tasks.contract";
import { choicesOf, isChoice, isPlainColumn, type OwnColumn, plainFieldOf } from "./tasks.field-lists";
import { type TaskColumn, taskColumns, taskFields } from "./tasks.fields";

/** Built-in sort fields of board, list and timeline, computed from cards. `rank` is the order on the board. */
export const sortFields = ["rank", ...taskColumns] as const;
/** A project's fields are sort fields too. */
export type SortField = (typeof sortFields)[number] | ProjectFieldKey;
/**
 * `priority` sorts high priorities first and `created_at` the newest first, as the board's endpoint does; the prefix `-` reverses the
 * order.
 */
export type BoardSort = SortField | `-${Exclude<SortField, "rank">}`;

export const sortFieldOf = (sort: BoardSort): SortField => (sort.startsWith("-") ? sort.slice(1) : sort) as SortField;
export const isDescending = (sort: BoardSort): boolean => sort.startsWith("-");

export function reverseSort(sort: BoardSort): BoardSort {
  const field = sortFieldOf(sort);
  return field === "rank" || isDescending(sort) ? field : `-${field}`;
}

export function parseBoardSort(text: string): BoardSort | null {
  const sort = text as BoardSort;
  const field = sortFieldOf(sort);
  return (isProjectFieldKey(field) || sortFields.includes(field)) && text !== "-rank" ? sort : null;
}

export interface SortContext {
  collator: { compare: (a: string, b: string) => number };
  userName: (id: number) => string | undefined;
  groupName: (id: number) => string | undefined;
  tagName: (id: number) => string | undefined;
  columnPlace: (id: number) => number;
  fields: readonly ProjectField[];
}

type Value = string | number | null;

/** Sort values of columns that do not display a single field; tasks with null are last in both directions. */
const own: Record<OwnColumn, (task: BoardTask, world: SortContext) => Value> = {
  key: (task) => numberOf(task.key),
  status: (task, world) => world.columnPlace(task.task_status_id),
  assignee: (task, world) => assigneeOf(task, world),
  tag: (task, world) => firstOf(task.tag_ids.map(world.tagName), world),
  subtasks: (task) => (task.subtask_count > 0 ? task.subtask_done_count / task.subtask_count : null),
  spent: (task) => task.spent_minutes || null,
  created_at: (task) => -Date.parse(task.created_at),
  comments: (task) => task.comment_count || null,
  files: (task) => task.attachment_count || null,
};

/** Returns a column's sort value; fields with choices sort in the order of their choices. */
function valueOf(column: TaskColumn): (task: BoardTask, world: SortContext) => Value {
  if (!isPlainColumn(column)) return own[column];
  const name = plainFieldOf(column);
  if (!isChoice(name)) return (task) => task[name];
  const places = new Map<Value, number>(choicesOf(name).map((one, at) => [one, at]));
  return (task) => places.get(task[name]) ?? null;
}

/** Whether the column contains text, which needs a collator. Dates are compared bytewise. */
function isTextColumn(column: TaskColumn): boolean {
  if (!isPlainColumn(column)) return column === "assignee" || column === "tag";
  const name = plainFieldOf(column);
  return taskFields[name].kind === "text" && !isChoice(name);
}

interface SortValues {
  valueOf: (task: BoardTask, world: SortContext) => Value;
  isText: boolean;
}

function valuesOfField({ id, kind, options }: ProjectField): SortValues {
  const of =
    <T extends FieldValue>(sortValueOf: (value: T, world: SortContext) => Value | undefined): SortValues["valueOf"] =>
    (task, world) => {
      const value = task.field_values[id] as T | undefined;
      return value === undefined ? null : (sortValueOf(value, world) ?? null);
    };
  switch (kind) {
    case "text":
    case "link":
      return { valueOf: of((value: string) => value), isText: true };
    case "number":
      return { valueOf: of((value: number) => value), isText: false };
    case "day":
      return { valueOf: of((value: string) => value), isText: false };
    case "flag":
      return { valueOf: of((value: boolean) => (value ? 0 : 1)), isText: false };
    case "person":
      return { valueOf: of((userId: number, world) => world.userName(userId)), isText: true };
    case "choice":
    case "choices": {
      const places = new Map(options.map((option, at) => [option.id, at]));
      const placeOf = (optionId: number) => places.get(optionId) ?? options.length;
      return { valueOf: of((ids: number | number[]) => Math.min(...[ids].flat().map(placeOf))), isText: false };
    }
  }
}

/** Null for a field that the project doesn't use any more. */
function sortValuesOf(field: TaskColumn | ProjectFieldKey, { fields }: SortContext): SortValues | null {
  if (!isProjectFieldKey(field)) return { valueOf: valueOf(field), isText: isTextColumn(field) };
  const projectField = fieldOfKey(fields, field);
  return projectField ? valuesOfField(projectField) : null;
}

/** Returns a comparison function; null means the order on the board. Equal tasks keep that order, because sorting is stable. */
export function createTaskComparator(
  sort: BoardSort,
  world: SortContext,
): ((a: BoardTask, b: BoardTask) => number) | null {
  const field = sortFieldOf(sort);
  if (field === "rank") return null;
  const values = sortValuesOf(field, world);
  if (!values) return null;
  const { valueOf: value, isText } = values;
  const sign = isDescending(sort) ? -1 : 1;
  return (one, other) => {
    const a = value(one, world);
    const b = value(other, world);
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (isText ? world.collator.compare(a as string, b as string) : a < b ? -1 : 1);
  };
}

/** Number in a task key, so that `WEB-12` sorts after `WEB-9`; null for a new task without a key, which sorts as the newest. */
function numberOf(key: string): number | null {
  const number = Number(key.slice(key.lastIndexOf("-") + 1));
  return key === "" || Number.isNaN(number) ? null : number;
}

function assigneeOf(task: BoardTask, world: SortContext): string | null {
  return firstOf(task.user_ids.map(world.userName), world) ?? firstOf(task.group_ids.map(world.groupName), world);
}

function firstOf(names: readonly (string | undefined)[], { collator }: SortContext): string | null {
  let first: string | null = null;
  for (const name of names) {
    if (name !== undefined && (first === null || collator.compare(name, first) < 0)) first = name;
  }
  return first;
}
