import { wallClockAt } from "../time/wall-clock";

/** When someone wants to be left alone, and when their digests come: by the clock on their wall. */
export interface QuietHours {
  on: boolean;
  /** Minutes after midnight; over midnight when `from` is later than `to`. */
  from: number;
  to: number;
  /** Whole days, 0 is Sunday. */
  days: readonly number[];
}

export interface DigestTimes {
  minute: number;
  /** Of the weekly one, 0 is Sunday. */
  weekday: number;
}

export type Cadence = "daily" | "weekly";

/** A moment on a wall: `day` is `YYYY-MM-DD`. */
export interface WallTime {
  day: string;
  minute: number;
  weekday: number;
}

export function wallTime(at: Date, timeZone: string): WallTime {
  const wall = new Date(wallClockAt(at.getTime(), timeZone));
  return {
    day: wall.toISOString().slice(0, 10),
    minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function isQuiet(quiet: QuietHours, { weekday, minute }: Pick<WallTime, "weekday" | "minute">): boolean {
  if (!quiet.on) return false;
  if (quiet.days.includes(weekday)) return true;
  const { from, to } = quiet;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** Whether a digest comes on that day: a quiet time leaves it out, and what it would have held waits for the next. */
function comesOn(day: string, cadence: Cadence, { minute, weekday }: DigestTimes, quiet: QuietHours): boolean {
  const own = weekdayOf(day);
  return (cadence === "daily" || own === weekday) && !isQuiet(quiet, { weekday: own, minute });
}

/** How far digests are looked for: with one quiet day after another there may be none at all. */
const horizonDays = 14;

/** The day of the latest digest that should have come by now, also long ago; null when there is none. */
export function lastDigest(cadence: Cadence, times: DigestTimes, quiet: QuietHours, now: WallTime): string | null {
  for (let back = 0; back <= horizonDays; back++) {
    const day = dayAfter(now.day, -back);
    if ((back > 0 || now.minute >= times.minute) && comesOn(day, cadence, times, quiet)) return day;
  }
  return null;
}

/** The day of the next digest; null when every one falls into a quiet time. */
export function nextDigest(cadence: Cadence, times: DigestTimes, quiet: QuietHours, now: WallTime): string | null {
  for (let ahead = 0; ahead <= horizonDays; ahead++) {
    const day = dayAfter(now.day, ahead);
    if ((ahead > 0 || now.minute < times.minute) && comesOn(day, cadence, times, quiet)) return day;
  }
  return null;
}

const clockText = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** `08:30` is 510; null when it is no time of day. */
export function minuteOf(text: string): number | null {
  const match = clockText.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

export function clockOfMinute(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
