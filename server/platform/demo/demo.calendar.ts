import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import type { Random } from "./demo.random";

/** The demo data is written in UTC, whose days all have 24 hours. */
export const dayMs = elapsedDayMs;
export const hourMs = 3_600_000;
export const demoWeekend = [0, 6];

/** Working hours from 6:00 to 15:00 UTC, which is 9:00 to 18:00 at the demo company's location. */
const opens = 6;
const hoursOpen = 9;

export function dateAfterDays(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
}

export function workdayAfterDays(now: Date, days: number): string {
  const at = new Date(now.getTime() + days * dayMs);
  const weekday = at.getUTCDay();
  return dateAfterDays(at, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

/** A moment in working hours near `target`, at least two minutes before `now`. */
export function workingTimeNear(random: Random, target: number, now: number): number {
  let day = Math.floor(target / dayMs);
  for (;;) {
    const moment = day * dayMs + opens * hourMs + Math.floor(random.next() * hoursOpen * hourMs);
    const weekday = new Date(moment).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && moment < now - 120_000) return moment;
    const today = day === Math.floor(now / dayMs);
    // Early in the working day: uses only the hours that have passed.
    const passed = now - 120_000 - (day * dayMs + opens * hourMs);
    if (today && weekday !== 0 && weekday !== 6 && passed > hourMs) {
      return day * dayMs + opens * hourMs + Math.floor(random.next() * Math.min(passed, hoursOpen * hourMs));
    }
    day--;
  }
}

export function workingTimesBetween(random: Random, count: number, from: number, to: number, now: number): number[] {
  const targets = Array.from({ length: count }, () => from + random.next() * Math.max(0, to - from));
  const moments = targets.map((at) => workingTimeNear(random, at, now)).sort((a, b) => a - b);
  for (let at = 1; at < moments.length; at++) {
    moments[at] = Math.max(moments[at] as number, (moments[at - 1] as number) + 1_000);
  }
  return moments;
}

/**
 * A moment in office hours on that day or the last working day before it. Higher `place` values are later in the day; `of` spreads records
 * with the same `place`.
 */
export function officeTimeOn(now: Date, at: number, place: number, of = 0): number {
  const moment = new Date(at);
  moment.setUTCHours(8, 5 + place * 17 + ((of * 5) % 17) * 15, 0, 0);
  while (moment.getUTCDay() === 0 || moment.getUTCDay() === 6 || moment.getTime() >= now.getTime()) {
    moment.setUTCDate(moment.getUTCDate() - 1);
  }
  return moment.getTime();
}
