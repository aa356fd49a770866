import {
  intendedLocalTime,
  localStartOf,
  type Span,
  spanAtLocalTime,
  spanLengthOf,
  timeOfDayOf,
} from "../../../../shared/kernel/local-span";
import { localTimeAt } from "../../../../shared/kernel/wall-clock";
import type { BookingTimes } from "./booking-row";

interface Booked {
  id: number;
  starts_at: Date;
  ends_at: Date;
}

interface WantedTimes {
  start_date?: string | undefined;
  end_date?: string | undefined;
}

const spanOf = ({ starts_at, ends_at }: Booked): Span => ({ from: starts_at.getTime(), until: ends_at.getTime() });
const timesOf = ({ from, until }: Span): BookingTimes => ({
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
});

/**
 * Creates a function that returns a booking's new times: each date of a series moves by the same amount of local time and gets the same
 * length by the clock. If only the start changes, the length is kept.
 */
export function createShift(
  row: Booked,
  requestedTimes: WantedTimes,
  timeZone: string,
): (each: Booked) => BookingTimes {
  const previousSpan = spanOf(row);
  const from = requestedTimes.start_date === undefined ? previousSpan.from : Date.parse(requestedTimes.start_date);
  const started = localTimeAt(from, timeZone);
  const until =
    requestedTimes.end_date === undefined
      ? spanAtLocalTime(started, spanLengthOf(previousSpan, timeZone), timeZone, { from, until: previousSpan.until })
          .until
      : Date.parse(requestedTimes.end_date);
  const [before, wall] = [localStartOf(previousSpan, timeZone), localStartOf({ from, until }, timeZone)];
  const length = spanLengthOf({ from, until }, timeZone);
  return (each) => {
    if (each.id === row.id) return timesOf({ from, until });
    const own = spanOf(each);
    if (from === previousSpan.from && until === previousSpan.until) return timesOf(own);
    const intended = intendedLocalTime(own.from, timeOfDayOf(before), timeZone);
    return timesOf(spanAtLocalTime(intended + wall - before, length, timeZone, own));
  };
}
