import { type Board, taskById } from "../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { type DayNumber } from "../../../shared/kernel/day-number";
import { type TimelineSpan, timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";

export interface DatedTask {
  task: BoardTask;
  span: TimelineSpan;
}

export interface CalendarTasks {
  /** Open tasks come first, so that finished tasks don't take their lanes. Then sorted by start, longer tasks first. */
  dated: readonly DatedTask[];
  undated: readonly BoardTask[];
}

/** Part of a task's bar within one week. */
export interface Segment {
  task: BoardTask;
  /** 0 to 6, from the first day of the week. */
  column: number;
  days: number;
  lane: number;
  /** False if the bar continues in the week before or after. */
  starts: boolean;
  ends: boolean;
}

export interface WeekLayout {
  first: DayNumber;
  segments: readonly Segment[];
  /** Number of tasks per day that have no lane. */
  hidden: readonly number[];
  /** Number of tasks per day, hidden ones included. */
  counts: readonly number[];
  lanes: number;
}

/** Splits the visible tasks into dated and undated ones; finished tasks need no date. `order` lists the ids by column. */
export function calendarTasksOf(board: Board, order: Readonly<Record<number, readonly number[]>>): CalendarTasks {
  const dated: DatedTask[] = [];
  const undated: BoardTask[] = [];
  for (const columnId of board.columnIds) {
    for (const id of order[columnId] ?? []) {
      const task = taskById(board, id);
      if (!task) continue;
      const span = timelineSpanOf(task);
      if (span) dated.push({ task, span });
      else if (task.progress < 100 && board.columns[columnId]?.kind !== "done") undated.push(task);
    }
  }
  dated.sort((a, b) => isDone(a) - isDone(b) || a.span.from - b.span.from || b.span.to - a.span.to);
  return { dated, undated };
}

const isDone = ({ task }: DatedTask): number => Number(task.progress >= 100);

/**
 * Places the tasks of some weeks in lanes. A task that finds no free lane among `maxLanes` is hidden for the whole week and counted on each of
 * its days.
 */
export function layoutWeeks(
  dated: readonly DatedTask[],
  { first, weeks }: { first: DayNumber; weeks: number },
  maxLanes: number,
): WeekLayout[] {
  const layouts = Array.from({ length: weeks }, (_, at) => emptyWeek(first + at * 7));
  for (const { task, span } of dated) {
    const from = Math.max(0, Math.floor((span.from - first) / 7));
    const to = Math.min(weeks - 1, Math.floor((span.to - first) / 7));
    for (let at = from; at <= to; at++) place(layouts[at] as DraftWeek, task, span, maxLanes);
  }
  return layouts.map(({ occupiedDays, ...week }) => ({ ...week, lanes: occupiedDays.length }));
}

interface DraftWeek {
  first: DayNumber;
  segments: Segment[];
  hidden: number[];
  counts: number[];
  /** Occupied days of each lane as bits. */
  occupiedDays: number[];
}

const emptyWeek = (first: DayNumber): DraftWeek => ({
  first,
  segments: [],
  hidden: Array.from({ length: 7 }, () => 0),
  counts: Array.from({ length: 7 }, () => 0),
  occupiedDays: [],
});

function place(week: DraftWeek, task: BoardTask, span: TimelineSpan, maxLanes: number): void {
  const column = Math.max(0, span.from - week.first);
  const last = Math.min(6, span.to - week.first);
  const days = last - column + 1;
  const bits = ((1 << days) - 1) << column;
  let lane = week.occupiedDays.findIndex((occupied) => (occupied & bits) === 0);
  if (lane < 0) lane = week.occupiedDays.length;
  const fits = lane < maxLanes;
  for (let at = column; at <= last; at++) {
    week.counts[at] = (week.counts[at] ?? 0) + 1;
    if (!fits) week.hidden[at] = (week.hidden[at] ?? 0) + 1;
  }
  if (!fits) return;
  week.occupiedDays[lane] = (week.occupiedDays[lane] ?? 0) | bits;
  const [starts, ends] = [span.from >= week.first, span.to <= week.first + 6];
  week.segments.push({ task, column, days, lane, starts, ends });
}

/** Whether two layouts of a week look the same; unchanged tasks keep their identity. */
export function isSameWeek(a: WeekLayout, b: WeekLayout): boolean {
  return (
    a.first === b.first &&
    a.segments.length === b.segments.length &&
    a.counts.every((count, at) => count === b.counts[at] && a.hidden[at] === b.hidden[at]) &&
    a.segments.every((one, at) => isSameSegment(one, b.segments[at] as Segment))
  );
}

const isSameSegment = (a: Segment, b: Segment): boolean =>
  a.task === b.task &&
  a.column === b.column &&
  a.days === b.days &&
  a.lane === b.lane &&
  a.starts === b.starts &&
  a.ends === b.ends;

/** Tasks that cover a day, in the order of the lanes. */
export const tasksOnDay = (dated: readonly DatedTask[], day: DayNumber): BoardTask[] =>
  dated.filter(({ span }) => span.from <= day && day <= span.to).map(({ task }) => task);

export interface AgendaDay {
  day: DayNumber;
  tasks: readonly BoardTask[];
}

/** Tasks by the day on which they are due, or start if they have no due date; only days with tasks, and today. */
export function agendaOf(
  dated: readonly DatedTask[],
  { from, to }: { from: DayNumber; to: DayNumber },
  today: DayNumber,
): AgendaDay[] {
  const days = new Map<DayNumber, BoardTask[]>();
  if (from <= today && today <= to) days.set(today, []);
  for (const { task, span } of dated) {
    if (span.to < from || span.to > to) continue;
    const list = days.get(span.to);
    if (list) list.push(task);
    else days.set(span.to, [task]);
  }
  return [...days].sort(([a], [b]) => a - b).map(([day, tasks]) => ({ day, tasks }));
}

/** Part of a span within a week, for the preview of a drag. Null outside of the week. */
export function spanInWeek({ from, to }: TimelineSpan, first: DayNumber): { column: number; days: number } | null {
  const column = Math.max(0, from - first);
  const last = Math.min(6, to - first);
  return last < column ? null : { column, days: last - column + 1 };
}

export const isRtl = (element: Element): boolean => getComputedStyle(element).direction === "rtl";

/** Column of a point in a row of seven equal days. In right-to-left layouts, the first day is on the right. */
export function columnAt(x: number, row: { left: number; right: number }, rtl: boolean): number {
  const share = (rtl ? row.right - x : x - row.left) / (row.right - row.left);
  return Math.min(6, Math.max(0, Math.floor(share * 7)));
}
