import { useEffect } from "react";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import type { PresentSlot } from "../../shared/kernel/streams";
import type { Wanted } from "./BookingPanel";

interface Times {
  bookable_id?: string;
  start_date: string;
  end_date: string;
}

/** Tells others which time is in the form, for as long as it is open. What is booked already is where it is: that needs no telling. */
export function useToldSlot(
  kind: BookableType,
  { booking, resourceId }: Wanted,
  { bookable_id, start_date, end_date }: Times,
  onSlot: (slot: PresentSlot | null) => void,
): void {
  // A car is given on approval: told is the row in which the booking was begun.
  const id = Number(bookable_id ?? resourceId) || null;
  const [from, until] = [Date.parse(start_date), Date.parse(end_date)];
  const told =
    id !== null &&
    from < until &&
    !(booking?.bookable_id === id && booking.start_date === start_date && booking.end_date === end_date);
  useEffect(() => {
    onSlot(told ? { kind, resource_id: id, from, until } : null);
  }, [told, kind, id, from, until, onSlot]);
  useEffect(() => () => onSlot(null), [onSlot]);
}
