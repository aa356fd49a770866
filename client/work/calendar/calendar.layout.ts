import { groupBy } from "../../../shared/kernel/group-by";
import { type Board, taskById } from "../../../shared/work/tasks/tasks.board";
import type { ComingDate } from "../../../shared/work/series/series.contract";
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

/** A task that a series will create. */
export interface DatedOccurrence {
  occurrence: ComingDate;
  span: TimelineSpan;
}

/** Part of a bar within one week. */
interface SegmentPlace {
  /** 0 to 6, from the first day of the week. */
  column: number;
  days: number;
  lane: number;
  /** False if the bar continues in the week before or after. */
  starts: boolean;
  ends: boolean;
}

export interface Segment extends SegmentPlace {
  task: BoardTask;
}

export interface ComingSegment extends SegmentPlace {
  occurrence: ComingDate;
}

export interface WeekLayout {
  first: DayNumber;
  segments: readonly Segment[];
  coming: readonly ComingSegment[];
  /** Number of tasks and coming dates per day that have no lane. */
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

/** The coming dates whose tasks have a date. */
export const datedOccurrencesOf = (dates: readonly ComingDate[]): DatedOccurrence[] =>
  dates.flatMap((occurrence) => {
    const span = timelineSpanOf(occurrence);
    return span ? [{ occurrence, span }] : [];
  });

/**
 * Places the tasks of some weeks in lanes, and coming dates below them. A task that finds no free lane among `maxLanes` is hidden for the
 * whole week and counted on each of its days.
 */
export function layoutWeeks(
  dated: readonly DatedTask[],
  { first, weeks }: { first: DayNumber; weeks: number },
  maxLanes: number,
  coming: readonly DatedOccurrence[] = [],
): WeekLayout[] {
  const layouts = Array.from({ length: weeks }, (_, at) => emptyWeek(first + at * 7));
  const weeksOf = ({ from, to }: TimelineSpan) =>
    layouts.slice(Math.max(0, Math.floor((from - first) / 7)), Math.max(0, Math.floor((to - first) / 7) + 1));
  for (const { task, span } of dated) {
    for (const week of weeksOf(span)) {
      const segment = place(week, span, maxLanes);
      for (let day = Math.max(span.from, week.first); day <= Math.min(span.to, week.first + 6); day++)
        week.counts[day - week.first] = (week.counts[day - week.first] ?? 0) + 1;
      if (segment) week.segments.push({ task, ...segment });
    }
  }
  for (const { occurrence, span } of coming) {
    for (const week of weeksOf(span)) {
      const segment = place(week, span, maxLanes);
      if (segment) week.coming.push({ occurrence, ...segment });
    }
  }
  return layouts.map(({ occupiedDays, ...week }) => ({ ...week, lanes: occupiedDays.length }));
}

interface DraftWeek {
  first: DayNumber;
  segments: Segment[];
  coming: ComingSegment[];
  hidden: number[];
  counts: number[];
  /** Occupied days of each lane as bits. */
  occupiedDays: number[];
}

const emptyWeek = (first: DayNumber): DraftWeek => ({
  first,
  segments: [],
  coming: [],
  hidden: Array.from({ length: 7 }, () => 0),
  counts: Array.from({ length: 7 }, () => 0),
  occupiedDays: [],
});

/** Returns null, and counts the bar as hidden, if it finds no lane. */
function place(week: DraftWeek, span: TimelineSpan, maxLanes: number): SegmentPlace | null {
  const column = Math.max(0, span.from - week.first);
  const last = Math.min(6, span.to - week.first);
  const days = last - column + 1;
  const bits = ((1 << days) - 1) << column;
  let lane = week.occupiedDays.findIndex((occupied) => (occupied & bits) === 0);
  if (lane < 0) lane = week.occupiedDays.length;
  if (lane >= maxLanes) {
    for (let at = column; at <= last; at++) week.hidden[at] = (week.hidden[at] ?? 0) + 1;
    return null;
  }
  week.occupiedDays[lane] = (week.occupiedDays[lane] ?? 0) | bits;
  const [starts, ends] = [span.from >= week.first, span.to <= week.first + 6];
  return { column, days, lane, starts, ends };
}

/** Whether two layouts of a week look the same; unchanged tasks keep their identity. */
export function isSameWeek(a: WeekLayout, b: WeekLayout): boolean {
  return (
    a.first === b.first &&
    a.segments.length === b.segments.length &&
    a.counts.every((count, at) => count === b.counts[at] && a.hidden[at] === b.hidden[at]) &&
    a.coming.length === b.coming.length &&
    a.segments.every((one, at) => one.task === b.segments[at]?.task && isSamePlace(one, b.segments[at] as Segment)) &&
    a.coming.every(
      (one, at) => one.occurrence === b.coming[at]?.occurrence && isSamePlace(one, b.coming[at] as ComingSegment),
    )
  );
}

const isSamePlace = (a: SegmentPlace, b: SegmentPlace): boolean =>
  a.column === b.column && a.days === b.days && a.lane === b.lane && a.starts === b.starts && a.ends === b.ends;

/** Tasks that cover a day, in the order of the lanes. */
export const tasksOnDay = (dated: readonly DatedTask[], day: DayNumber): BoardTask[] =>
  dated.filter(({ span }) => span.from <= day && day <= span.to).map(({ task }) => task);

export interface AgendaDay {
  day: DayNumber;
  tasks: readonly BoardTask[];
  coming: readonly ComingDate[];
}

/** Tasks and coming dates by the day on which they are due, or start if they have no due date; only days with tasks, and today. */
export function agendaOf(
  dated: readonly DatedTask[],
  { from, to }: { from: DayNumber; to: DayNumber },
  today: DayNumber,
  coming: readonly DatedOccurrence[] = [],
): AgendaDay[] {
  const isShown = ({ span }: { span: TimelineSpan }) => from <= span.to && span.to <= to;
  const tasks = groupBy(dated.filter(isShown), ({ span }) => span.to);
  const occurrences = groupBy(coming.filter(isShown), ({ span }) => span.to);
  const days = new Set([...tasks.keys(), ...occurrences.keys()]);
  if (from <= today && today <= to) days.add(today);
  return [...days]
    .sort((a, b) => a - b)
    .map((day) => ({
      day,
      tasks: (tasks.get(day) ?? []).map(({ task }) => task),
      coming: (occurrences.get(day) ?? []).map(({ occurrence }) => occurrence),
    }));
}

/** Coming dates that cover a day. */
export const comingOnDay = (coming: readonly DatedOccurrence[], day: DayNumber): ComingDate[] =>
  coming.filter(({ span }) => span.from <= day && day <= span.to).map(({ occurrence }) => occurrence);

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
