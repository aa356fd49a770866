import { endOfDay } from "../../../../shared/kernel/local-span";
import { dayNumber, dayOfNumber, weekStart } from "../../../../shared/kernel/day-number";
import { addDays } from "../../../../shared/kernel/days";
import { localDayAt, localDayStartAt, instantAtLocalTime, localTimeAt } from "../../../../shared/kernel/wall-clock";

export const gridViews = ["day", "week", "month"] as const;
export type GridView = (typeof gridViews)[number];

interface Span {
  from: number;
  until: number;
}

export interface GridRange extends Span {
  view: GridView;
  timeZone: string;
  /** Spans drawn at equal width: in week and month views, the same hours of each day. */
  visibleSpans: readonly Span[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const defaultHours = { first: 8 * hourMs, last: 18 * hourMs } as const;
/** Longest day of week and month views: a booking at night would make all days too narrow. */
const widestHours = { first: 6 * hourMs, last: 22 * hourMs } as const;

/** Steps in ms; the month view moves by calendar days. */
export const snapStepByView: Record<Exclude<GridView, "month">, number> = { day: 15 * minuteMs, week: hourMs };
export const defaultBookingMs = hourMs;

/** First day and number of days of a view. */
export function viewDays(view: GridView, day: string, firstWeekday: number): { first: string; count: number } {
  const date = new Date(`${day}T00:00:00Z`);
  if (view === "day") return { first: day, count: 1 };
  if (view === "week") return { first: dayOfNumber(weekStart(dayNumber(day), firstWeekday)), count: 7 };
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return { first: `${day.slice(0, 8)}01`, count: last };
}

/** Returns the day one view length later or earlier, or the last day of a shorter month. */
export function shiftDayByView(view: GridView, day: string, by: 1 | -1): string {
  if (view !== "month") return addDays(day, by * (view === "day" ? 1 : 7));
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + by, Math.min(date, last))).toISOString().slice(0, 10);
}

type Booked = { start_date: string; end_date: string };

/**
 * Visible range: 8:00 to 18:00, extended for bookings. In week and month views, only bookings within one day extend it, at most to 6:00
 * and 22:00, because they stretch every day.
 */
export function gridRangeOf(
  view: GridView,
  day: string,
  bookings: readonly Booked[],
  timeZone: string,
  firstWeekday = 1,
): GridRange {
  const { first, count } = viewDays(view, day, firstWeekday);
  const days = Array.from({ length: count }, (_, n) => localDayStartAt(first, timeZone, n));
  days.push(localDayStartAt(first, timeZone, count));
  const [start, end] = [days[0] as number, days[count] as number];
  const midnight = (n: number) => Date.parse(`${addDays(first, n)}T00:00:00Z`);
  const at = (n: number, hour: number) => instantAtLocalTime(midnight(n) + hour, timeZone);
  const hours = shownHours(view, { days, midnight, at }, bookings, timeZone);
  const visibleSpans = Array.from({ length: count }, (_, n) => ({
    from: Math.max(days[n] as number, at(n, hours.first)),
    until: Math.min(days[n + 1] as number, at(n, hours.last)),
  }));
  const isDay = view === "day";
  const [from, until] = isDay ? [visibleSpans[0]?.from ?? start, visibleSpans[0]?.until ?? end] : [start, end];
  return { view, timeZone, from, until, visibleSpans };
}

interface ShownDays {
  /** First instants of the days, and the end of the last one. */
  days: readonly number[];
  /** Local midnight of a day, even if a clock change skips it. */
  midnight: (n: number) => number;
  at: (n: number, hour: number) => number;
}

function shownHours(view: GridView, { days, midnight, at }: ShownDays, bookings: readonly Booked[], timeZone: string) {
  let { first, last }: { first: number; last: number } = defaultHours;
  // ISO strings of equal format are compared as text, which avoids parsing thousands of them.
  const usual = days.slice(0, -1).map((day, n) => ({
    midnight: midnight(n),
    from: new Date(at(n, defaultHours.first)).toISOString(),
    until: new Date(at(n, defaultHours.last)).toISOString(),
    begins: new Date(day).toISOString(),
    ends: new Date(days[n + 1] as number).toISOString(),
  }));
  for (const { start_date, end_date } of bookings) {
    const of = usual.find(({ begins, ends }) => start_date < ends && end_date > begins);
    if (!of) continue;
    const isWithin = start_date >= of.begins && end_date <= of.ends;
    if (view !== "day" && !isWithin) continue;
    const hourOf = (iso: string) => localTimeAt(Date.parse(iso), timeZone) - of.midnight;
    if (start_date < of.from) first = Math.min(first, Math.max(0, Math.floor(hourOf(start_date) / hourMs) * hourMs));
    if (end_date > of.until) last = Math.max(last, Math.min(endOfDay, Math.ceil(hourOf(end_date) / hourMs) * hourMs));
  }
  if (view === "day") return { first, last };
  return { first: Math.max(first, widestHours.first), last: Math.min(last, widestHours.last) };
}

export function timeTicks({ view, visibleSpans }: GridRange): Span[] {
  if (view !== "day") return [...visibleSpans];
  return visibleSpans.flatMap(({ from, until }) =>
    Array.from({ length: Math.ceil((until - from) / hourMs) }, (_, n) => ({
      from: from + n * hourMs,
      until: Math.min(from + (n + 1) * hourMs, until),
    })),
  );
}

/** Whether the clocks of two time zones show the same hours throughout the range. */
export const hasSameHours = (range: GridRange, zone: string, otherZone: string): boolean =>
  timeTicks(range).every(({ from }) => localTimeAt(from, zone) === localTimeAt(from, otherZone));

/** Position of a time as a percentage of the width; times outside the shown spans map to the nearest edge. */
export function percentAtTime({ visibleSpans }: GridRange, at: number): number {
  const place = visibleSpans.findIndex(({ until }) => at < until);
  if (place < 0) return 100;
  const { from, until } = visibleSpans[place] as Span;
  const part = Math.max(0, at - from) / (until - from);
  return ((place + part) / visibleSpans.length) * 100;
}

/** Time at a fraction (0 to 1) of the width, snapped to the view's step. */
export function timeAtFraction({ view, visibleSpans, timeZone }: GridRange, part: number): number {
  const whole = Math.min(Math.max(part, 0), 1) * visibleSpans.length;
  const place = Math.min(Math.floor(whole), visibleSpans.length - 1);
  const { from, until } = visibleSpans[place] as Span;
  if (view === "month") return localDayStartAt(localDayAt(from, timeZone), timeZone);
  const step = snapStepByView[view];
  return from + Math.round(((whole - place) * (until - from)) / step) * step;
}
