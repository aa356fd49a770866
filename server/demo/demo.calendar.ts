import type { Random } from "./demo.random";

export const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Work starts at six and ends at three, in UTC: nine to six where the demo's company sits. */
const opens = 6;
const hoursOpen = 9;

/** Today's calendar day, so many days on; `YYYY-MM-DD`. */
export function dayFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** Like `dayFrom`, on the next working day. */
export function workdayFrom(now: Date, days: number): string {
  const at = new Date(now.getTime() + days * dayMs);
  const weekday = at.getUTCDay();
  return dayFrom(at, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

/** A moment in working hours near `wanted`, never later than a few minutes before `now`. */
export function workingMoment(random: Random, wanted: number, now: number): number {
  let day = Math.floor(wanted / dayMs);
  for (;;) {
    const moment = day * dayMs + opens * hourMs + Math.floor(random.next() * hoursOpen * hourMs);
    const weekday = new Date(moment).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && moment < now - 120_000) return moment;
    const today = day === Math.floor(now / dayMs);
    // Early on a working day: what happened "today" happened in the hours that have passed.
    const passed = now - 120_000 - (day * dayMs + opens * hourMs);
    if (today && weekday !== 0 && weekday !== 6 && passed > hourMs) {
      return day * dayMs + opens * hourMs + Math.floor(random.next() * Math.min(passed, hoursOpen * hourMs));
    }
    day--;
  }
}

/** `count` moments between two days, in order and all different. */
export function workingMoments(random: Random, count: number, from: number, to: number, now: number): number[] {
  const wanted = Array.from({ length: count }, () => from + random.next() * Math.max(0, to - from));
  const moments = wanted.map((at) => workingMoment(random, at, now)).sort((a, b) => a - b);
  for (let at = 1; at < moments.length; at++) {
    moments[at] = Math.max(moments[at] as number, (moments[at - 1] as number) + 1_000);
  }
  return moments;
}

/**
 * Offices are open then: a moment of that day, or of the last day of work before it that has begun. Later places of a
 * day come later, and so do their steps: `of` spreads what different records have in the same place.
 */
export function atWork(now: Date, at: number, place: number, of = 0): number {
  const moment = new Date(at);
  moment.setUTCHours(8, 5 + place * 17 + ((of * 5) % 17) * 15, 0, 0);
  while (moment.getUTCDay() === 0 || moment.getUTCDay() === 6 || moment.getTime() >= now.getTime()) {
    moment.setUTCDate(moment.getUTCDate() - 1);
  }
  return moment.getTime();
}
