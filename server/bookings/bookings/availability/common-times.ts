import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import { elapsedDayMs } from "../../../../shared/kernel/elapsed-time";
import { instantAtLocalTime, localDayAt } from "../../../../shared/kernel/wall-clock";
import type { Span } from "../../../../shared/kernel/local-span";
import {
  type OrganizationWeek,
  scheduledMinutes,
  type WorkSchedule,
} from "../../../../shared/work/schedules/schedules.rules";

export const overlapsSpan = (one: Span, other: Span): boolean => one.from < other.until && other.from < one.until;

export interface PersonPeriods {
  id: number;
  /** Periods with bookings. */
  busy: readonly Span[];
  /** Periods of approved leave. */
  away: readonly Span[];
}

/** Returns whether a person is on leave, busy or free during a period. */
export function personStateIn({ busy, away }: PersonPeriods, period: Span): "free" | "busy" | "away" {
  if (away.some((each) => overlapsSpan(each, period))) return "away";
  return busy.some((each) => overlapsSpan(each, period)) ? "busy" : "free";
}

export interface WorkingTime {
  timeZone: string;
  week: OrganizationWeek;
  schedules: readonly WorkSchedule[];
  /** Start and end of a working day in milliseconds since local midnight. */
  start: number;
  end: number;
  /** Share of the day that is off by day: 1 for a holiday, 0.5 for half of one. */
  partsOff: ReadonlyMap<string, number>;
}

/** Working hours of a person that touch a period. A half holiday leaves no time, because it doesn't say which half is free. */
export function workingPeriods({ from, until }: Span, time: WorkingTime): Span[] {
  const [firstDay, lastDay] = [dayNumber(localDayAt(from, time.timeZone)), dayNumber(localDayAt(until, time.timeZone))];
  const periods: Span[] = [];
  for (let number = firstDay; number <= lastDay; number++) {
    const day = dayOfNumber(number);
    if (time.partsOff.has(day) || scheduledMinutes(day, time.week, time.schedules) === 0) continue;
    const midnight = number * elapsedDayMs;
    periods.push({
      from: instantAtLocalTime(midnight + time.start, time.timeZone),
      until: instantAtLocalTime(midnight + time.end, time.timeZone),
    });
  }
  return periods;
}

export interface SearchedPerson extends PersonPeriods {
  /** Working hours; outside of them the person counts as away. */
  working: readonly Span[];
}

export interface MissingPerson {
  id: number;
  state: "busy" | "away";
}

/** People who don't have time during a period. */
export const missingPeopleIn = (people: readonly SearchedPerson[], period: Span): MissingPerson[] =>
  people.flatMap((person): MissingPerson[] => {
    const worksThen = person.working.some(({ from, until }) => from <= period.from && period.until <= until);
    const state = worksThen ? personStateIn(person, period) : "away";
    return state === "free" ? [] : [{ id: person.id, state }];
  });

/** Starts on full and half hours of the search, the earliest first. */
export const stepMs = 30 * 60_000;

interface Search<Room> {
  period: Span;
  lengthMs: number;
  people: readonly SearchedPerson[];
  /** The best room that can be booked, or null. */
  roomFor: (period: Span) => Room | null;
  maxTimes: number;
}

interface FoundTime<Room> extends Span {
  room: Room | null;
  missing: MissingPerson[];
}

/**
 * Times when all people are free and a room fits, without overlaps, earliest first. Without such a time, the times with the least missing,
 * where a missing room counts like a missing person. Times that nobody can attend aren't returned.
 */
export function findTimes<Room>({ period, lengthMs, people, roomFor, maxTimes }: Search<Room>): FoundTime<Room>[] {
  const slots: { slot: Span; missing: MissingPerson[] }[] = [];
  for (let from = period.from; from + lengthMs <= period.until; from += stepMs) {
    const slot = { from, until: from + lengthMs };
    const missing = missingPeopleIn(people, slot);
    if (missing.length < people.length) slots.push({ slot, missing });
  }
  // A time with one more person missing is better only than a time without a room, so rooms are searched by ascending number.
  const byMissing = [...slots].sort((a, b) => a.missing.length - b.missing.length || a.slot.from - b.slot.from);
  let least = Number.POSITIVE_INFINITY;
  let times: FoundTime<Room>[] = [];
  for (const { slot, missing } of byMissing) {
    if (missing.length > least) break;
    if (missing.length === least && times.some((time) => overlapsSpan(time, slot))) continue;
    const room = roomFor(slot);
    const score = missing.length + (room === null ? 1 : 0);
    if (score > least || (score === least && times.some((time) => overlapsSpan(time, slot)))) continue;
    if (score < least) times = [];
    least = score;
    times.push({ ...slot, room, missing });
    if (score === missing.length && times.length >= maxTimes) break;
  }
  return times.sort((a, b) => a.from - b.from).slice(0, maxTimes);
}
