import { memoizeByText } from "./memoize-by-text";

/**
 * Formatters are cached, because creating one is slow. Temporal is not used, because its 0.5 ms per instant are too slow for searches
 * across hundreds of rooms.
 */
const clockOf = memoizeByText(
  (timeZone) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }),
);

/**
 * Local time of an instant, as the UTC timestamp (ms) with the same date and time of day.
 * @throws RangeError for an unknown time zone
 */
export function localTimeAt(at: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second, ((at % 1_000) + 1_000) % 1_000);
}

const dayMs = 86_400_000;

const candidatesFor = (wall: number, timeZone: string): [number, number] => {
  const offsetAt = (at: number) => localTimeAt(at, timeZone) - at;
  return [wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)];
};

/** Returns all instants of a local time, earliest first: none if a clock change skips the time, two if one repeats it. */
export const instantsAtLocalTime = (wall: number, timeZone: string): number[] =>
  [...new Set(candidatesFor(wall, timeZone))].filter((at) => localTimeAt(at, timeZone) === wall).sort((a, b) => a - b);

/**
 * Whether a clock change skips a time of day on a day. Midnight isn't skipped: it begins or ends the day, whatever the clock shows.
 * @param clock `HH:MM`, at most 24:00
 */
export const isSkippedTime = (day: string, clock: string, timeZone: string): boolean =>
  !/^(?:00:00|24:00)/.test(clock) &&
  instantsAtLocalTime(Date.parse(`${day}T${clock.slice(0, 5)}:00Z`), timeZone).length === 0;

/**
 * Returns the instant of a local time (in ms, as returned by `localTimeAt`). An ambiguous time means its first occurrence, or its first
 * occurrence after `after`. A skipped time moves forward by the gap.
 */
export function instantAtLocalTime(wall: number, timeZone: string, after = Number.NEGATIVE_INFINITY): number {
  const candidates = candidatesFor(wall, timeZone);
  const [before] = candidates;
  const found = candidates.filter((at) => localTimeAt(at, timeZone) === wall);
  const later = found.filter((at) => at > after);
  if (later.length > 0) return Math.min(...later);
  return found.length > 0 ? Math.min(...found) : before;
}

export const localDayAt = (at: number, timeZone: string): string =>
  new Date(localTimeAt(at, timeZone)).toISOString().slice(0, 10);

/** The first instant of the local day that is `offset` days after `day`. */
export const localDayStartAt = (day: string, timeZone: string, offset = 0): number =>
  instantAtLocalTime(Date.parse(`${day}T00:00:00Z`) + offset * dayMs, timeZone);
