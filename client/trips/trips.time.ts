import type { Trip } from "../../shared/trips/trips.contract";

/** Under way, of today, or of yesterday and to be logged still. */
export function isOfToday({ log, start_date }: Pick<Trip, "log" | "start_date">, now: Date): boolean {
  if (log && !log.ended_at) return true;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Date.parse(start_date) < tomorrow.getTime();
}

export type TripStatus = "planned" | "underWay" | "done" | "late" | "missed";

/** What has become of it: planned, under way, logged; or over without anybody having logged it, which can still be done or not. */
export function statusOf({ log, end_date, can }: Pick<Trip, "log" | "end_date" | "can">, now: Date): TripStatus {
  if (log) return log.ended_at ? "done" : "underWay";
  if (Date.parse(end_date) > now.getTime()) return "planned";
  return can.start ? "late" : "missed";
}
