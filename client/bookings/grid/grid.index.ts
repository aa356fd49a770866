import type { Reservation } from "../../../shared/bookings/bookings.contract";
import type { BookableType } from "../../../shared/bookings/bookings.schema";
import type { Draft } from "./grid.drag";
import { keyOfAsked, keyOfDriver, keyOfResource } from "./grid.rows";

type Placed = Pick<Reservation, "bookable_id" | "car_type" | "driver_id" | "equipment">;

/** The rows that a booking stands in: a piece of equipment is had by whatever takes it along as well, and a trip by its driver. */
export function keysOf(kind: BookableType, { bookable_id, car_type, driver_id, equipment }: Placed): string[] {
  if (kind === "equipment") return equipment.map(({ id }) => keyOfResource(id));
  const place = bookable_id === null ? keyOfAsked(car_type ?? "") : keyOfResource(bookable_id);
  return driver_id ? [place, keyOfDriver(driver_id)] : [place];
}

/** What stands in each row, by the row's key; what is moved and not yet answered stands where it was put. */
export function bookingsByRow(
  kind: BookableType,
  bookings: readonly Reservation[],
  pending: ReadonlyMap<number, Draft>,
): ReadonlyMap<string, readonly Reservation[]> {
  const rows = new Map<string, Reservation[]>();
  for (const booking of bookings) {
    const moved = pending.get(booking.id);
    const shown = moved ? timed(booking, moved) : booking;
    for (const key of moved ? keysOfMoved(kind, booking, moved) : keysOf(kind, booking)) {
      const row = rows.get(key);
      if (row) row.push(shown);
      else rows.set(key, [shown]);
    }
  }
  return rows;
}

/** What goes along goes to the other time as well. */
function keysOfMoved(kind: BookableType, booking: Reservation, { resourceId }: Draft): Set<string> {
  const left = booking.bookable_id === null ? null : keyOfResource(booking.bookable_id);
  return new Set([...keysOf(kind, booking).filter((key) => key !== left), keyOfResource(resourceId)]);
}

/** As it will be once the server has agreed. */
const timed = (booking: Reservation, { from, until, resourceId }: Draft): Reservation => ({
  ...booking,
  bookable_id: resourceId,
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
});

/** Whether a row is drawn from the same as before: lists are gathered anew with every change, what is in them isn't. */
export function isDrawnAlike<Props extends object>(before: Props, after: Props): boolean {
  const names = Object.keys(after) as (keyof Props)[];
  return names.every((name) => isAlike(before[name], after[name]));
}

function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((each, n) => each === other[n]);
}
