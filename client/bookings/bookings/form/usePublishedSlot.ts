import { useEffect } from "react";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { PresentSlot } from "../../../../shared/kernel/streams";
import type { BookingInput } from "./booking-values";

interface Times {
  bookable_id?: string;
  start_date: string;
  end_date: string;
}

/** Publishes the time in the open form to other users. An existing booking's unchanged time isn't published. */
export function usePublishedSlot(
  kind: BookableType,
  { booking, resourceId }: BookingInput,
  { bookable_id, start_date, end_date }: Times,
  onSlot: (slot: PresentSlot | null) => void,
): void {
  // Cars are assigned on approval, so the row where the form was opened is published.
  const id = Number(bookable_id ?? resourceId) || null;
  const [from, until] = [Date.parse(start_date), Date.parse(end_date)];
  const isPublished =
    id !== null &&
    from < until &&
    !(booking?.bookable_id === id && booking.start_date === start_date && booking.end_date === end_date);
  useEffect(() => {
    onSlot(isPublished ? { kind, resource_id: id, from, until } : null);
  }, [isPublished, kind, id, from, until, onSlot]);
  useEffect(() => () => onSlot(null), [onSlot]);
}
