import type { BoardTask } from "./tasks.contract";
import { type ChoiceField, type ChoiceOf, choiceFields } from "./tasks.field-lists";
import type { ColumnKind } from "./tasks.schema";

/** Any of these values, for each field with a few to choose from. */
export type ChoiceFilter = { [F in ChoiceField]: readonly ChoiceOf<F>[] };

/** What the filter row of board, list and timeline asks for. Empty lists and texts ask for nothing. */
export interface TaskFilter extends ChoiceFilter {
  text: string;
  /** Any of these; 0 stands for "nobody". */
  users: readonly number[];
  /** Any of these. */
  tags: readonly number[];
  /** In any of these columns. */
  columns: readonly number[];
  /** In a column of that kind: not done, or done. */
  state: StateFilter | null;
  /** Made by any of these. */
  reporters: readonly number[];
  due: DueFilter | DayRange | null;
  created: CreatedFilter | null;
  /** Waits for a task that isn't done. */
  blocked: boolean;
  estimate: EstimateFilter | null;
  progress: ProgressFilter | null;
}

export const dueFilters = ["overdue", "today", "week", "none"] as const;
export type DueFilter = (typeof dueFilters)[number];
/** `2026-11-01..2026-11-30`, both days included; without one of them it is open on that side. */
export type DayRange = `${string}..${string}`;
export const stateFilters = ["open", "done"] as const;
export type StateFilter = (typeof stateFilters)[number];
/** Made today, or within the last 7 or 30 days. */
export const createdFilters = ["today", "week", "month"] as const;
export type CreatedFilter = (typeof createdFilters)[number];
export const estimateFilters = ["some", "none", "over"] as const;
export type EstimateFilter = (typeof estimateFilters)[number];
export const progressFilters = ["none", "some", "done"] as const;
export type ProgressFilter = (typeof progressFilters)[number];

const noChoice = Object.fromEntries(choiceFields.map((name) => [name, []])) as unknown as ChoiceFilter;

export const noFilter: TaskFilter = {
  ...noChoice,
  text: "",
  users: [],
  tags: [],
  columns: [],
  state: null,
  reporters: [],
  due: null,
  created: null,
  blocked: false,
  estimate: null,
  progress: null,
};

/** "Nobody" among the users of a filter. */
export const nobody = 0;

export function isFiltering(filter: TaskFilter): boolean {
  return Object.values(filter).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
}

export type Filterable = Pick<
  BoardTask,
  | "key"
  | "title"
  | "task_status_id"
  | ChoiceField
  | "due_date"
  | "progress"
  | "user_ids"
  | "group_ids"
  | "tag_ids"
  | "blocker_ids"
  | "estimate_minutes"
  | "spent_minutes"
  | "created_at"
  | "reporter_id"
>;

/** Groups count through their people. */
export type PeopleOfGroup = (groupId: number) => readonly number[];

/** What a filter has to know beside the task itself. */
export interface FilterWorld {
  /** The reader's own day, `YYYY-MM-DD`. */
  today: string;
  peopleOf: PeopleOfGroup;
  kindOf: (columnId: number) => ColumnKind | undefined;
  /** How far another task is; undefined when it isn't on the board. */
  progressOf: (taskId: number) => number | undefined;
}

/** Case and accents don't matter when searching. */
export function foldText(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

export function matcherOf(filter: TaskFilter, world: FilterWorld): (task: Filterable) => boolean {
  const words = foldText(filter.text).split(/\s+/).filter(Boolean);
  const choices = choiceFields.filter((name) => filter[name].length > 0);
  const isDue = filter.due === null ? null : dueTestOf(filter.due, world.today);
  const createdFrom = filter.created && startOf(filter.created, world.today);
  return (task) => {
    if (choices.some((name) => !filter[name].some((one) => one === task[name]))) return false;
    if (filter.reporters.length > 0 && !filter.reporters.includes(task.reporter_id ?? 0)) return false;
    if (filter.columns.length > 0 && !filter.columns.includes(task.task_status_id)) return false;
    if (filter.state && (world.kindOf(task.task_status_id) === "done") !== (filter.state === "done")) return false;
    if (filter.tags.length > 0 && !task.tag_ids.some((id) => filter.tags.includes(id))) return false;
    if (filter.users.length > 0 && !isForOneOf(task, filter.users, world.peopleOf)) return false;
    if (isDue && !isDue(task)) return false;
    if (createdFrom && task.created_at < createdFrom) return false;
    if (filter.blocked && !isBlocked(task, world.progressOf)) return false;
    if (filter.estimate && !hasEstimate(task, filter.estimate)) return false;
    if (filter.progress && progressState(task.progress) !== filter.progress) return false;
    if (words.length === 0) return true;
    const text = foldText(`${task.key} ${task.title}`);
    return words.every((word) => text.includes(word));
  };
}

function isForOneOf(task: Filterable, users: readonly number[], peopleOf: PeopleOfGroup): boolean {
  if (task.user_ids.some((id) => users.includes(id))) return true;
  if (task.group_ids.some((group) => peopleOf(group).some((id) => users.includes(id)))) return true;
  return users.includes(nobody) && task.user_ids.length === 0 && task.group_ids.length === 0;
}

type DueTask = Pick<BoardTask, "due_date" | "progress">;

function dueTestOf(due: DueFilter | DayRange, today: string): (task: DueTask) => boolean {
  const range = rangeOf(due);
  if (range) {
    const [from, to] = range;
    return ({ due_date: day }) => day !== null && (!from || day >= from) && (!to || day <= to);
  }
  const weekEnd = addDays(today, 7);
  return (task) => {
    const day = task.due_date;
    if (due === "none") return day === null;
    if (day === null) return false;
    if (due === "overdue") return isOverdue(task, today);
    return due === "today" ? day === today : day >= today && day < weekEnd;
  };
}

const rangePattern = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** The two days of a range, "" where it is open; null when it is none, or asks for nothing. */
export function rangeOf(text: string): [from: string, to: string] | null {
  const [, from = "", to = ""] = rangePattern.exec(text) ?? [];
  const real = (day: string) => day === "" || !Number.isNaN(Date.parse(day));
  return (from || to) && real(from) && real(to) ? [from, to] : null;
}

/** The moment from which on something counts as made "today" and so on: a midnight of the reader's. */
function startOf(created: CreatedFilter, today: string): string {
  const days = { today: 0, week: 6, month: 29 }[created];
  return new Date(`${addDays(today, -days)}T00:00:00`).toISOString();
}

/** A blocker that isn't on the board any more holds nobody up. */
export function isBlocked(
  task: Pick<BoardTask, "blocker_ids">,
  progressOf: (taskId: number) => number | undefined,
): boolean {
  return task.blocker_ids.some((id) => (progressOf(id) ?? 100) < 100);
}

function hasEstimate(task: Filterable, wanted: EstimateFilter): boolean {
  const { estimate_minutes, spent_minutes } = task;
  if (wanted === "over") return estimate_minutes !== null && spent_minutes > estimate_minutes;
  return (estimate_minutes !== null) === (wanted === "some");
}

const progressState = (progress: number): ProgressFilter =>
  progress <= 0 ? "none" : progress >= 100 ? "done" : "some";

/** Late is what isn't done after its day. */
export function isOverdue(task: DueTask, today: string): boolean {
  return task.due_date !== null && task.due_date < today && task.progress < 100;
}

/** Due today or tomorrow, and not done. */
export function isDueSoon(task: DueTask, today: string): boolean {
  return task.due_date !== null && task.due_date >= today && task.due_date <= addDays(today, 1) && task.progress < 100;
}

export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
