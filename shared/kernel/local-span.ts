import { instantAtLocalTime, localTimeAt } from "./wall-clock";

/**
 * Rules for local times. An existing instant is never recomputed from its local time, because an hour that occurs twice would become its
 * first occurrence. A duration of several days is counted in calendar days and local times, because days can have 23 to 25 hours.
 */

export interface Span {
  from: number;
  until: number;
}

export interface SpanLength {
  /** Difference between the local times, as calendar days and time of day. */
  local: number;
  /** Elapsed time, for spans that have no local length because of a clock change, such as 02:30 to 03:00 on a day without that hour. */
  elapsed: number;
}

const dayMs = 86_400_000;
/** 24:00 as a time of day. */
export const endOfDay = dayMs;

const localMidnightOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

/**
 * Returns the local time of an instant. The first instant of a day counts as midnight, even if a clock change skips midnight and the day
 * begins at 1:00.
 */
function localTimeOrMidnightAt(at: number, timeZone: string): number {
  const wall = localTimeAt(at, timeZone);
  const midnight = localMidnightOf(wall);
  // No clock change skips more than two hours.
  if (wall === midnight || wall - midnight > dayMs / 12) return wall;
  return instantAtLocalTime(midnight, timeZone) === at ? midnight : wall;
}

/** Local start of a span. Whole days begin at midnight. */
export function localStartOf({ from, until }: Span, timeZone: string): number {
  const end = localTimeOrMidnightAt(until, timeZone);
  return end === localMidnightOf(end) ? localTimeOrMidnightAt(from, timeZone) : localTimeAt(from, timeZone);
}

export const spanLengthOf = (span: Span, timeZone: string): SpanLength => ({
  local: localTimeOrMidnightAt(span.until, timeZone) - localStartOf(span, timeZone),
  elapsed: span.until - span.from,
});

/** Returns the instant of a local time, or `given` if it has that local time. */
export const keepInstantAt = (instant: number, wall: number, timeZone: string): number =>
  localTimeAt(instant, timeZone) === wall ? instant : instantAtLocalTime(wall, timeZone);

/** Adds calendar days and keeps the time of day. With 0 days, the instant stays unchanged. */
export const addDaysAtLocalTime = (at: number, days: number, timeZone: string): number =>
  days === 0 ? at : instantAtLocalTime(localTimeOrMidnightAt(at, timeZone) + days * dayMs, timeZone);

/** Returns the span that begins at a local time and has a local length. Instants of `given` are kept where they match. */
export function spanAtLocalTime(wall: number, length: SpanLength, timeZone: string, present?: Span): Span {
  const from = present ? keepInstantAt(present.from, wall, timeZone) : instantAtLocalTime(wall, timeZone);
  const end = wall + length.local;
  if (present && present.until > from && localTimeAt(present.until, timeZone) === end)
    return { from, until: present.until };
  const until = length.local > 0 ? instantAtLocalTime(end, timeZone, from) : from;
  return { from, until: until > from ? until : from + length.elapsed };
}

/** Moves a span by calendar days and keeps its times of day. */
export const moveSpanByDays = (span: Span, days: number, timeZone: string): Span =>
  days === 0
    ? span
    : spanAtLocalTime(localStartOf(span, timeZone) + days * dayMs, spanLengthOf(span, timeZone), timeZone);

/**
 * Returns the intended local time of a date in a series: `timeOfDay` if a clock change skipped it and moved the date to `at`, otherwise the
 * local time of `at`.
 */
export function intendedLocalTime(at: number, timeOfDay: number, timeZone: string): number {
  const wall = localTimeAt(at, timeZone);
  const midnight = localMidnightOf(wall);
  const skipped = [midnight, midnight - dayMs].find((day) => instantAtLocalTime(day + timeOfDay, timeZone) === at);
  return skipped === undefined ? wall : skipped + timeOfDay;
}

/** Local time of day in milliseconds since midnight. */
export const timeOfDayOf = (wall: number): number => wall - localMidnightOf(wall);

/** Returns the calendar days and times of day of a span. An end at midnight belongs to the day before, as 24:00. */
export function localDaysOf({ from, until }: Span, timeZone: string) {
  const [start, end] = [localTimeAt(from, timeZone), localTimeOrMidnightAt(until, timeZone)];
  const [firstDay, lastDay] = [Math.floor(start / dayMs), Math.floor((end - 1) / dayMs)];
  return { firstDay, lastDay, startTime: start - firstDay * dayMs, endTime: end - lastDay * dayMs };
}
