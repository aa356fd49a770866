import { daysFrom } from "../../kernel/days";
import type { Period } from "../../kernel/periods.rules";
import { type OrganizationWeek, scheduledMinutes, type WorkSchedule } from "../schedules/schedules.rules";

/** Working time of a user. */
export interface WorkingTime extends OrganizationWeek {
  schedules: readonly WorkSchedule[];
}

/** A holiday or approved leave, possibly half a day. */
export interface DayOff extends Period {
  part: number;
  /** Set instead of `part` and the halves for leave of some hours. */
  minutes?: number | null;
  leave: boolean;
  /** The first day starts at noon (`from_noon`); the last day ends at noon (`to_noon`). */
  from_noon: boolean;
  to_noon: boolean;
}

const partOn = ({ part, minutes, from, to, from_noon, to_noon }: DayOff, day: string, scheduled: number): number =>
  minutes
    ? Math.min(1, minutes / scheduled)
    : part - (from_noon && day === from ? 0.5 : 0) - (to_noon && day === to ? 0.5 : 0);

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
    const partOf = (isLeave: boolean) =>
      Math.min(
        1,
        today.reduce((sum, one) => sum + (one.leave === isLeave ? partOn(one, day, minutes) : 0), 0),
      );
    const holiday = partOf(false);
    const away = Math.min(1 - holiday, partOf(true));
    capacity += (1 - holiday - away) * minutes;
    leave += away * minutes;
  }
  return { capacity_minutes: Math.round(capacity), leave_minutes: Math.round(leave) };
}
