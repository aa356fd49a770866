import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { SlotDraft } from "./grid.drag";
import { requestedTypeRowKey, driverRowKey, resourceRowKey } from "./grid.rows";

type Placed = Pick<BookingWithPermissions, "bookable_id" | "car_type" | "driver_id" | "equipment">;

/** Keys of the rows that show a booking: equipment rows show every booking that includes the piece, driver rows the driver's trips. */
export function rowKeysOfBooking(
  kind: BookableType,
  { bookable_id, car_type, driver_id, equipment }: Placed,
): string[] {
  if (kind === "equipment") return equipment.map(({ id }) => resourceRowKey(id));
  const place = bookable_id === null ? requestedTypeRowKey(car_type ?? "") : resourceRowKey(bookable_id);
  return driver_id ? [place, driverRowKey(driver_id)] : [place];
}

/** Bookings by row key; pending moves are shown at their new position. */
export function bookingsByRow(
  kind: BookableType,
  bookings: readonly BookingWithPermissions[],
  pending: ReadonlyMap<number, SlotDraft>,
): ReadonlyMap<string, readonly BookingWithPermissions[]> {
  const rows = new Map<string, BookingWithPermissions[]>();
  for (const booking of bookings) {
    const moved = pending.get(booking.id);
    const visibleBooking = moved ? withDraftTime(booking, moved) : booking;
    for (const key of moved ? keysOfMoved(kind, booking, moved) : rowKeysOfBooking(kind, booking)) {
      const row = rows.get(key);
      if (row) row.push(visibleBooking);
      else rows.set(key, [visibleBooking]);
    }
  }
  return rows;
}

/** Equipment and drivers of a moved booking keep their rows. */
function keysOfMoved(kind: BookableType, booking: BookingWithPermissions, { resourceId }: SlotDraft): Set<string> {
  const left = booking.bookable_id === null ? null : resourceRowKey(booking.bookable_id);
  return new Set([...rowKeysOfBooking(kind, booking).filter((key) => key !== left), resourceRowKey(resourceId)]);
}

const withDraftTime = (
  booking: BookingWithPermissions,
  { from, until, resourceId }: SlotDraft,
): BookingWithPermissions => ({
  ...booking,
  bookable_id: resourceId,
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
});

/** Props comparison for `memo` that compares lists by their elements, because lists are rebuilt with every change. */
export function areGridPropsEqual<Props extends object>(before: Props, after: Props): boolean {
  const names = Object.keys(after) as (keyof Props)[];
  return names.every((name) => isAlike(before[name], after[name]));
}

function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((each, n) => each === other[n]);
}
