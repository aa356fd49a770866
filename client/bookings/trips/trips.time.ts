import { localDayAt } from "../../../shared/kernel/wall-clock";
import type { Trip } from "../../../shared/bookings/trips/trips.contract";

/** True for running trips, today's trips, and earlier trips without a log. `timeZone` is the tenant's, which cars use. */
export const isTripForToday = (
  { log, start_date }: Pick<Trip, "log" | "start_date">,
  now: Date,
  timeZone: string,
): boolean =>
  (log !== null && !log.ended_at) ||
  localDayAt(Date.parse(start_date), timeZone) <= localDayAt(now.getTime(), timeZone);

export type TripStatus = "planned" | "underWay" | "done" | "late" | "missed";

/** Status of a trip; an ended trip without a log is `late` while it can still be logged, then `missed`. */
export function tripStatusOf({ log, end_date, can }: Pick<Trip, "log" | "end_date" | "can">, now: Date): TripStatus {
  if (log) return log.ended_at ? "done" : "underWay";
  if (Date.parse(end_date) > now.getTime()) return "planned";
  return can.start ? "late" : "missed";
}
