import { addDays } from "../../kernel/days";
import { localTimeAt } from "../../kernel/wall-clock";

export interface QuietHours {
  on: boolean;
  /** Minutes after midnight. If `from` is later than `to`, quiet hours extend across midnight. */
  from: number;
  to: number;
  days: readonly number[];
}

export interface DigestTimes {
  minute: number;
  weekday: number;
}

export type DigestCadence = "daily" | "weekly";

/** Local date and time: `day` is `YYYY-MM-DD`, `minute` counts from midnight, weekday 0 is Sunday. */
export interface WallTime {
  day: string;
  minute: number;
  weekday: number;
}

export function wallTime(at: Date, timeZone: string): WallTime {
  const wall = new Date(localTimeAt(at.getTime(), timeZone));
  return {
    day: wall.toISOString().slice(0, 10),
    minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

export function isQuiet(quiet: QuietHours, { weekday, minute }: Pick<WallTime, "weekday" | "minute">): boolean {
  if (!quiet.on) return false;
  if (quiet.days.includes(weekday)) return true;
  const { from, to } = quiet;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

const dayMinutes = 1_440;

/** Minutes until quiet hours end, 0 outside of them. At most a day, because quiet days may never end. */
export function remainingQuietMinutes(
  quiet: QuietHours,
  { weekday, minute }: Pick<WallTime, "weekday" | "minute">,
): number {
  for (let wait = 0; wait < dayMinutes; wait++) {
    const later = minute + wait;
    const at = { weekday: (weekday + Math.floor(later / dayMinutes)) % 7, minute: later % dayMinutes };
    if (!isQuiet(quiet, at)) return wait;
  }
  return dayMinutes;
}

/**
 * Whether a digest is sent on that day. No digest is sent during quiet hours; its content moves to the next digest. A weekly digest whose
 * day is quiet is sent on the next day that isn't.
 */
function isDigestDay(
  day: string,
  cadence: DigestCadence,
  { minute, weekday }: DigestTimes,
  quiet: QuietHours,
): boolean {
  const isQuietOn = (at: string) => isQuiet(quiet, { weekday: weekdayOf(at), minute });
  if (isQuietOn(day)) return false;
  if (cadence === "daily") return true;
  let planned = day;
  while (weekdayOf(planned) !== weekday) {
    planned = addDays(planned, -1);
    if (!isQuietOn(planned)) return false;
  }
  return true;
}

/** Search limit in days, because quiet days can exclude every digest. */
const horizonDays = 14;

export function lastDigest(
  cadence: DigestCadence,
  times: DigestTimes,
  quiet: QuietHours,
  now: WallTime,
): string | null {
  for (let back = 0; back <= horizonDays; back++) {
    const day = addDays(now.day, -back);
    if ((back > 0 || now.minute >= times.minute) && isDigestDay(day, cadence, times, quiet)) return day;
  }
  return null;
}

export function nextDigest(
  cadence: DigestCadence,
  times: DigestTimes,
  quiet: QuietHours,
  now: WallTime,
): string | null {
  for (let ahead = 0; ahead <= horizonDays; ahead++) {
    const day = addDays(now.day, ahead);
    if ((ahead > 0 || now.minute < times.minute) && isDigestDay(day, cadence, times, quiet)) return day;
  }
  return null;
}

const clockText = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** Parses a time into minutes after midnight, such as 510 for `08:30`. Returns null if invalid. */
export function parseMinuteOfDay(text: string): number | null {
  const match = clockText.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

export function clockTextOfMinute(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
