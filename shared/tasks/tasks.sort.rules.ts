import type { BoardTask } from "./tasks.contract";
import { choicesOf, isChoice, isPlain, type OwnColumn, plainFieldOf } from "./tasks.field-lists";
import { type TaskColumn, taskColumns, taskFields } from "./tasks.fields";

/** What board, list and timeline sort by, each by what its cards know. `rank` is the order of the board. */
export const sortFields = ["rank", ...taskColumns] as const;
export type SortField = (typeof sortFields)[number];
/** `priority` begins with high and `created_at` with the newest, as in the board's call; `-` turns any of them round. */
export type BoardSort = SortField | `-${Exclude<SortField, "rank">}`;

export const fieldOf = (sort: BoardSort): SortField => (sort.startsWith("-") ? sort.slice(1) : sort) as SortField;
export const isTurned = (sort: BoardSort): boolean => sort.startsWith("-");

/** The same field the other way round. */
export function turned(sort: BoardSort): BoardSort {
  const field = fieldOf(sort);
  return field === "rank" || isTurned(sort) ? field : `-${field}`;
}

/** Null for what isn't one. */
export function sortFrom(text: string): BoardSort | null {
  const sort = text as BoardSort;
  return sortFields.includes(fieldOf(sort)) && text !== "-rank" ? sort : null;
}

/** Names are sorted in the reader's language; ids alone have none. */
export interface SortWorld {
  collator: { compare: (a: string, b: string) => number };
  userName: (id: number) => string | undefined;
  groupName: (id: number) => string | undefined;
  tagName: (id: number) => string | undefined;
  /** Place of a column on the board. */
  columnPlace: (id: number) => number;
}

type Value = string | number | null;

/** What a task counts as where a column shows no single field; null stands last, in whatever direction. */
const own: Record<OwnColumn, (task: BoardTask, world: SortWorld) => Value> = {
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

/** Values to choose from stand in the order in which they are offered. */
function valueOf(column: TaskColumn): (task: BoardTask, world: SortWorld) => Value {
  if (!isPlain(column)) return own[column];
  const name = plainFieldOf(column);
  if (!isChoice(name)) return (task) => task[name];
  const places = new Map<Value, number>(choicesOf(name).map((one, at) => [one, at]));
  return (task) => places.get(task[name]) ?? null;
}

/** Columns of words, which are compared as such. Days aren't: their own order is right. */
function isWords(column: TaskColumn): boolean {
  if (!isPlain(column)) return column === "assignee" || column === "tag";
  const name = plainFieldOf(column);
  return taskFields[name].kind === "text" && !isChoice(name);
}

/** Null keeps the order of the board. Equal tasks keep it as well: sorting is stable. */
export function sorterOf(sort: BoardSort, world: SortWorld): ((a: BoardTask, b: BoardTask) => number) | null {
  const field = fieldOf(sort);
  if (field === "rank") return null;
  const value = valueOf(field);
  const sign = isTurned(sort) ? -1 : 1;
  const words = isWords(field);
  return (one, other) => {
    const a = value(one, world);
    const b = value(other, world);
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (words ? world.collator.compare(a as string, b as string) : a < b ? -1 : 1);
  };
}

/** `WEB-12` comes after `WEB-9`; a task that the server hasn't numbered yet is the newest of all. */
function numberOf(key: string): number | null {
  const number = Number(key.slice(key.lastIndexOf("-") + 1));
  return key === "" || Number.isNaN(number) ? null : number;
}

/** People before groups, as they stand in the cell. */
function assigneeOf(task: BoardTask, world: SortWorld): string | null {
  return firstOf(task.user_ids.map(world.userName), world) ?? firstOf(task.group_ids.map(world.groupName), world);
}

function firstOf(names: readonly (string | undefined)[], { collator }: SortWorld): string | null {
  let first: string | null = null;
  for (const name of names) {
    if (name !== undefined && (first === null || collator.compare(name, first) < 0)) first = name;
  }
  return first;
}
