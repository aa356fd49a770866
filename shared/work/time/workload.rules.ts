import { daysFrom } from "../../kernel/days";
import type { Period } from "../../kernel/periods.rules";
import { type OrganizationWeek, scheduledMinutes, type WorkSchedule } from "../schedules/schedules.rules";

/** Working time of a user. */
export interface WorkingTime extends OrganizationWeek {
  schedules: readonly WorkSchedule[];
}

/** A holiday or approved leave, possibly half a day. */
export interface DayOff extends Period {
  /** Set instead of the halves for leave of some hours. */
  minutes?: number | null;
  leave: boolean;
  /** The first day starts at noon (`from_noon`); the last day ends at noon (`to_noon`). A half holiday has one of them. */
  from_noon: boolean;
  to_noon: boolean;
}

const coversMorning = ({ from, from_noon }: DayOff, day: string): boolean => !(from_noon && day === from);
const coversAfternoon = ({ to, to_noon }: DayOff, day: string): boolean => !(to_noon && day === to);

/** Part of a day that is free. Halves covered twice count once, such as the afternoon of a half holiday within leave. */
function freePartOf(off: readonly DayOff[], day: string, scheduled: number): number {
  const halves = off.filter(({ minutes }) => !minutes);
  const free = [coversMorning, coversAfternoon].filter((covers) => halves.some((each) => covers(each, day)));
  const hours = off.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  return Math.min(1, free.length / 2 + hours / scheduled);
}

export function capacityOf(
  { from, to }: Period,
  time: WorkingTime,
  off: readonly DayOff[],
): { capacity_minutes: number; leave_minutes: number } {
  let [capacity, leave] = [0, 0];
  for (const day of daysFrom(from, to)) {
    const minutes = scheduledMinutes(day, time, time.schedules);
    if (minutes === 0) continue;
    const today = off.filter((one) => one.from <= day && day <= one.to);
    const holidays = today.filter((one) => !one.leave);
    const free = freePartOf(today, day, minutes);
    capacity += (1 - free) * minutes;
    leave += (free - freePartOf(holidays, day, minutes)) * minutes;
  }
  return { capacity_minutes: Math.round(capacity), leave_minutes: Math.round(leave) };
}
