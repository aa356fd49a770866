import { keptFor } from "../kernel/kept-for";

/** To make one is slow, and Temporal takes half a millisecond for each moment: hundreds of rooms are asked in one search. */
const clockOf = keptFor(
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
 * What a wall clock shows there at that moment, as the milliseconds at which it would show the same in UTC.
 * @throws RangeError for what is no time zone.
 */
export function wallClockAt(at: number, timeZone: string): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second, ((at % 1_000) + 1_000) % 1_000);
}
