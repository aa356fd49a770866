import type { BoardTask } from "./tasks.contract";
import type { Priority, taskSorts } from "./tasks.schema";

/** What the filter row of the board asks for. Empty lists and texts ask for nothing. */
export interface TaskFilter {
  text: string;
  /** Any of these; 0 stands for "nobody". */
  users: readonly number[];
  priorities: readonly Priority[];
  /** Any of these. */
  tags: readonly number[];
  due: DueFilter | null;
}

export const dueFilters = ["overdue", "today", "week", "none"] as const;
export type DueFilter = (typeof dueFilters)[number];

export const noFilter: TaskFilter = { text: "", users: [], priorities: [], tags: [], due: null };

/** "Nobody" among the users of a filter. */
export const nobody = 0;

export function isFiltering(filter: TaskFilter): boolean {
  const { text, users, priorities, tags, due } = filter;
  return text !== "" || users.length > 0 || priorities.length > 0 || tags.length > 0 || due !== null;
}

export type Filterable = Pick<
  BoardTask,
  "key" | "title" | "priority" | "due_date" | "progress" | "user_ids" | "group_ids" | "tag_ids"
>;

/** Groups count through their people. */
export type PeopleOfGroup = (groupId: number) => readonly number[];

/** Case and accents don't matter when searching. */
export function foldText(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** `today` is the reader's own day, `YYYY-MM-DD`. */
export function matcherOf(filter: TaskFilter, today: string, peopleOf: PeopleOfGroup): (task: Filterable) => boolean {
  const words = foldText(filter.text).split(/\s+/).filter(Boolean);
  const weekEnd = addDays(today, 7);
  return (task) => {
    if (filter.priorities.length > 0 && !filter.priorities.includes(task.priority)) return false;
    if (filter.tags.length > 0 && !task.tag_ids.some((id) => filter.tags.includes(id))) return false;
    if (filter.users.length > 0 && !isForOneOf(task, filter.users, peopleOf)) return false;
    if (filter.due !== null && !isDue(task, filter.due, today, weekEnd)) return false;
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

function isDue(task: Filterable, due: DueFilter, today: string, weekEnd: string): boolean {
  const day = task.due_date;
  if (due === "none") return day === null;
  if (day === null) return false;
  if (due === "overdue") return isOverdue(task, today);
  return due === "today" ? day === today : day >= today && day < weekEnd;
}

/** Late is what isn't done after its day. */
export function isOverdue(task: Pick<BoardTask, "due_date" | "progress">, today: string): boolean {
  return task.due_date !== null && task.due_date < today && task.progress < 100;
}

/** Due today or tomorrow, and not done. */
export function isDueSoon(task: Pick<BoardTask, "due_date" | "progress">, today: string): boolean {
  return task.due_date !== null && task.due_date >= today && task.due_date <= addDays(today, 1) && task.progress < 100;
}

export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

export type TaskSort = (typeof taskSorts)[number];
/** Sorts that the cards themselves know enough for. */
export const boardSorts = ["rank", "due_date", "priority", "title"] as const satisfies readonly TaskSort[];
export type BoardSort = (typeof boardSorts)[number];

const weight: Record<Priority, number> = { high: 0, medium: 1, low: 2 };

/** Null keeps the order of the board. Equal cards keep it as well: sorting is stable. */
export function sorterOf(sort: BoardSort, collator: { compare: (a: string, b: string) => number }) {
  type Sortable = Pick<BoardTask, "priority" | "due_date" | "title">;
  const sorters: Record<BoardSort, ((a: Sortable, b: Sortable) => number) | null> = {
    rank: null,
    due_date: (a, b) => compareDays(a.due_date, b.due_date),
    priority: (a, b) => weight[a.priority] - weight[b.priority],
    title: (a, b) => collator.compare(a.title, b.title),
  };
  return sorters[sort];
}

/** Without a day comes last. */
function compareDays(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
