import { type NameOrder, nameOrder } from "../../kernel/text/order";
import type { TimeSheet } from "./sheet.contract";
import { cellKey } from "./suggestions.rules";
import type { TimedProject, TimedTask, TimeEntry } from "./time.contract";

export type SheetTask = TimeSheet["tasks"][number];
export type SheetDay = TimeSheet["days"][number];
export type TimeSuggestion = TimeSheet["suggestions"][number];

export interface SheetCell {
  date: string;
  entries: readonly TimeEntry[];
  minutes: number;
  /** Suggestion for an empty cell; no sum includes it. */
  ghost: TimeSuggestion | null;
  /** Minutes of the running timer, which are not saved yet. */
  running: number | null;
}

export interface SheetRow {
  task: SheetTask;
  cells: readonly SheetCell[];
  minutes: number;
}

export interface TimesheetGroup {
  project: Pick<TimedProject, "id" | "title" | "color">;
  rows: readonly SheetRow[];
  minutes: number;
}

export interface SheetGrid {
  days: readonly (SheetDay & { minutes: number })[];
  groups: readonly TimesheetGroup[];
  /** Minutes in projects that the reader cannot see, or that the project filter leaves out. */
  hidden: number;
  minutes: number;
  target: number;
}

/** Additions of the client: rows that the user opened, and the running timer. */
export interface SheetAdditions {
  pinned?: readonly (TimedTask & { project_title: string; project_color: string })[];
  running?: { task: TimedTask; minutes: number } | null;
  order?: NameOrder;
}

export const minutesOfEntry = (entry: { hours: number; minutes: number }): number => entry.hours * 60 + entry.minutes;

const sum = (values: readonly { minutes: number }[]): number => values.reduce((all, { minutes }) => all + minutes, 0);

export function buildSheetGrid(
  sheet: TimeSheet,
  { pinned = [], running = null, order = nameOrder("en") }: SheetAdditions = {},
): SheetGrid {
  const inRange = running && sheet.days.some(({ date }) => date === sheet.today);
  const taskIds = new Set(sheet.tasks.map((task) => task.id));
  const added = pinned
    .filter((task) => !taskIds.has(task.id))
    .map((task) => ({ ...task, can: { log: sheet.can.log } }));
  const ids = new Set([...taskIds, ...added.map((task) => task.id)]);
  const timed = inRange && !ids.has(running.task.id) ? [{ ...running.task, can: { log: false } }] : [];
  const entries = groupBy(sheet.entries, (entry) => cellKey(entry.task_id, entry.date));
  const ghosts = new Map(sheet.suggestions.map((ghost) => [cellKey(ghost.task_id, ghost.date), ghost]));

  const rowOf = (task: SheetTask): SheetRow => {
    const cells = sheet.days.map(({ date }): SheetCell => {
      const key = cellKey(task.id, date);
      const cellEntries = entries.get(key) ?? [];
      const minutes = cellEntries.reduce((all, entry) => all + minutesOfEntry(entry), 0);
      const runs = inRange && date === sheet.today && running.task.id === task.id ? running.minutes : null;
      const ghost = cellEntries.length === 0 && runs === null ? (ghosts.get(key) ?? null) : null;
      return { date, entries: cellEntries, minutes, ghost, running: runs };
    });
    return { task, cells, minutes: cells.reduce((all, cell) => all + cell.minutes + (cell.running ?? 0), 0) };
  };

  const byProject = groupBy([...sheet.tasks, ...added, ...timed], (task) => task.project_id);
  const groups = [...byProject].map(([id, tasks]): TimesheetGroup => {
    const of = sheet.projects.find((project) => project.id === id) ?? projectOf(id, pinned);
    const rows = tasks.map(rowOf);
    return { project: of, rows, minutes: sum(rows) };
  });
  groups.sort((a, b) => order.compare(a.project.title, b.project.title) || a.project.id - b.project.id);

  const days = sheet.days.map((day, at) => {
    const cells = groups.flatMap((group) => group.rows).map((row) => row.cells[at]);
    const minutes = cells.reduce((all, cell) => all + (cell?.minutes ?? 0) + (cell?.running ?? 0), day.hidden_minutes);
    return { ...day, minutes };
  });
  const hidden = sheet.days.reduce((all, day) => all + day.hidden_minutes, 0);
  return { days, groups, hidden, minutes: sum(days), target: days.reduce((all, day) => all + day.target_minutes, 0) };
}

function projectOf(id: number, pinned: NonNullable<SheetAdditions["pinned"]>): TimesheetGroup["project"] {
  const task = pinned.find((one) => one.project_id === id);
  return { id, title: task?.project_title ?? "", color: task?.project_color ?? "grey" };
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export type DayStatus = "nothing" | "off" | "met" | "short" | "soFar" | "toCome";

export function statusOfDay(day: { date: string; minutes: number; target_minutes: number }, today: string): DayStatus {
  if (day.target_minutes === 0) return day.minutes === 0 ? "nothing" : "off";
  if (day.minutes >= day.target_minutes) return "met";
  if (day.date === today) return "soFar";
  return day.date > today ? "toCome" : "short";
}
