import { dayNumber } from "../kernel/days";
import { daysFrom } from "../time/days.rules";
import { weekdayOf } from "../timeline/timeline.days.rules";
import type { Period } from "./periods.rules";

/** Days on which somebody doesn't work, or half of them: a holiday, or approved leave. */
export interface DayOff extends Period {
  part: number;
  leave: boolean;
  /** The first day begins at noon; the last one ends there. */
  from_noon: boolean;
  to_noon: boolean;
}

const partOn = ({ part, from, to, from_noon, to_noon }: DayOff, day: string): number =>
  part - (from_noon && day === from ? 0.5 : 0) - (to_noon && day === to ? 0.5 : 0);

/**
 * What can be done in a period: its working days, less holidays and approved leave. Of a day that is both, the holiday
 * counts: nobody takes leave on it.
 */
export function capacityOf(
  { from, to }: Period,
  weekend: readonly number[],
  off: readonly DayOff[],
  minutesPerDay: number,
): { capacity_minutes: number; leave_minutes: number } {
  let [capacity, leave] = [0, 0];
  for (const day of daysFrom(from, to)) {
    if (weekend.includes(weekdayOf(dayNumber(day)))) continue;
    const today = off.filter((one) => one.from <= day && day <= one.to);
    const partOf = (wanted: boolean) =>
      Math.min(
        1,
        today.reduce((sum, one) => sum + (one.leave === wanted ? partOn(one, day) : 0), 0),
      );
    const holiday = partOf(false);
    const away = Math.min(1 - holiday, partOf(true));
    capacity += (1 - holiday - away) * minutesPerDay;
    leave += away * minutesPerDay;
  }
  return { capacity_minutes: Math.round(capacity), leave_minutes: Math.round(leave) };
}
