import { useDebouncedValue } from "@mantine/hooks";
import { checkDate, type BookingConflicts } from "../../../../shared/bookings/bookings/bookings.contract";
import { seatsNeeded } from "../../../../shared/bookings/bookings/bookings.rules";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { useEndpoint } from "../../../platform/query";

interface ClashInput {
  bookable_type: string;
  bookable_id?: string | undefined;
  equipment: readonly string[];
  start_date: string;
  end_date: string;
  repeat: string;
  participants: readonly string[];
  guests?: readonly string[] | undefined;
}

export interface FormConflicts extends BookingConflicts {
  /** Message id of the room's or equipment's booking rule that the time violates; null if no rule is violated. */
  refusal: string | null;
}

/** Conflicts of the current form values before submission; a series has its own preview. */
export function useBookingConflicts(values: ClashInput, bookingId: number | undefined): FormConflicts | null {
  const { bookable_type, bookable_id, equipment, start_date, end_date, repeat } = values;
  const now = {
    bookable_type: bookable_type as BookableType,
    bookable_id: Number(bookable_id) || undefined,
    equipment: equipment.map(Number),
    start_date,
    end_date,
    booking_id: bookingId,
    people: seatsNeeded(values),
  };
  const [debouncedQuery] = useDebouncedValue(now, 250);
  const enabled =
    repeat === "doesNotRepeat" &&
    debouncedQuery.bookable_type !== "car" &&
    debouncedQuery.bookable_id !== undefined &&
    debouncedQuery.start_date < debouncedQuery.end_date;
  const { data } = useEndpoint(checkDate, { query: debouncedQuery }, { enabled, staleTime: 0 });
  if (!enabled || !data || data.data.free || JSON.stringify(debouncedQuery) !== JSON.stringify(now)) return null;
  const { conflicts, alternatives, refusal } = data.data;
  return { conflicts, alternatives, refusal };
}
