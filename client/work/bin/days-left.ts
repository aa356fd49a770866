import { dayNumber } from "../../../shared/kernel/day-number";
import { localDayIn } from "../../../shared/kernel/days";

/** Calendar days from `today` to the day of an instant in the time zone; 0 if that day is over. */
export const daysLeft = (today: string, until: string, zone: string): number =>
  Math.max(0, dayNumber(localDayIn(zone, new Date(until))) - dayNumber(today));
