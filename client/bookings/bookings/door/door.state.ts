import type { Door } from "../../../../shared/bookings/bookings/door.contract";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import { isEndOfDay } from "../../../../shared/kernel/zoned-span";
import type { Formats } from "../../../platform/intl/formats";
import type { TextFunction } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";

const timedOut = 408;
const tooManyRequests = 429;

/**
 * Whether the shown data is current. `revoked`: the server refuses the address, so that nothing may be shown. Other errors, such as a broken
 * connection or an error of the server, leave the last data on the screen, marked as `stale`.
 */
export function doorStateOf(error: Error | null): "live" | "stale" | "revoked" {
  if (!error) return "live";
  if (!(error instanceof ProblemError)) return "stale";
  const { status } = error;
  const isRefused = status >= 400 && status < 500 && status !== timedOut && status !== tooManyRequests;
  return isRefused ? "revoked" : "stale";
}

/**
 * The room as shown at the door. `present`: the current booking. `requested`: an undecided request that blocks the room now; it isn't the
 * current meeting yet. `outage`: the current outage. `bufferUntil`: end of a buffer in which the room can't be booked. `next`: upcoming bookings
 * and outages. `freeUntil`: time until which the room can be booked from now on, which isn't later than now while it is occupied.
 */
export function doorRoomAt({ bookings, occupied }: Pick<Door, "bookings" | "occupied">, now: number) {
  const hasNotEnded = ({ end_date }: { end_date: string }) => Date.parse(end_date) > now;
  const hasStarted = ({ start_date }: { start_date: string }) => Date.parse(start_date) <= now;
  const remaining = bookings.filter(hasNotEnded);
  const current = remaining.filter(hasStarted);
  const present = current.find(({ pending }) => !pending);
  const requested = present ? undefined : current[0];
  const remainingOutages = occupied.filter((period) => period.kind === "outage" && hasNotEnded(period));
  const [outage] = remainingOutages
    .filter(hasStarted)
    .toSorted((a, b) => Date.parse(b.end_date) - Date.parse(a.end_date));
  const next = [
    ...remaining.filter((each) => each !== present && each !== requested),
    ...remainingOutages.filter((each) => !hasStarted(each)),
  ].toSorted((a, b) => Date.parse(a.start_date) - Date.parse(b.start_date));
  const remainingPeriods = occupied.filter(hasNotEnded);
  const isBuffer = !present && !requested && !outage;
  const bufferUntil = isBuffer ? endOfBuffer(remainingPeriods, next[0]?.start_date, now) : undefined;
  return { present, requested, outage, bufferUntil, next, freeUntil: remainingPeriods[0]?.start_date };
}

/** End of the adjacent periods that cover `now`, or the start of the next booking or outage if that is earlier. */
function endOfBuffer(periods: Door["occupied"], nextStart: string | undefined, now: number): string | undefined {
  const end = periods.reduce(
    (until, period) => (Date.parse(period.start_date) <= until ? Math.max(until, Date.parse(period.end_date)) : until),
    now,
  );
  if (end === now) return undefined;
  return new Date(nextStart === undefined ? end : Math.min(end, Date.parse(nextStart))).toISOString();
}

interface DoorTimeOptions {
  now: number;
  timeZone: string;
  /** Whether the time is an end: midnight then belongs to the day that ends. */
  isEnd?: boolean;
}

/** The local time with its day, unless that is today. */
export function doorTimeText(
  date: string,
  { now, timeZone, isEnd = false }: DoorTimeOptions,
  { format, text }: { format: Pick<Formats, "day" | "time">; text: TextFunction },
): string {
  const at = new Date(date);
  const isMidnight = isEnd && isEndOfDay(at, timeZone);
  const dayAt = isMidnight ? new Date(at.getTime() - 1) : at;
  const time = isMidnight ? text("when.midnight") : format.time(at, timeZone);
  if (localDayAt(dayAt.getTime(), timeZone) === localDayAt(now, timeZone)) return time;
  return text("when.at", { day: format.day(dayAt, "short", timeZone), time });
}
