import { array, object } from "yup";
import { idField } from "../../kernel/fields";

const answer = object({ id: idField("booking").required("field.required"), to: idField("room").nullable() });
export const maxAffectedBookings = 500;

/**
 * One decision per affected booking. If omitted, the affected bookings are only returned. Of more bookings than can be listed, the later ones
 * get the suggested replacement, or are cancelled without one.
 */
export const reassignmentField = () => array(answer).typeError("field.list").max(maxAffectedBookings, "field.tooMany");

export const removalSchema = object({ bookings: reassignmentField() });

export interface Reassignment {
  id: number;
  to?: number | null | undefined;
}

/** A booking affected by a removal or outage, with free replacements. */
export interface AffectedBooking {
  id: number;
  /** Null for another user's private booking, like `requester`. */
  title: string | null;
  requester: { id: number; fullname: string; image: string | null } | null;
  start_date: string;
  end_date: string;
  time_zone: string;
  /** Name of the booking's current resource. */
  place: string;
  /** Whether the booking continues without a replacement, e.g. a meeting without its camera. */
  goes_on: boolean;
  choices: { id: number; name: string }[];
  /** Suggested replacement; null if no resource is free. Overlapping bookings never get the same suggestion. */
  suggested: number | null;
}

interface Suggestable {
  start_date: string;
  end_date: string;
  /** `buffer_minutes`: the longer of the resource's buffers before and after a booking. */
  choices: readonly { id: number; buffer_minutes?: number }[];
}

/**
 * Suggests for each booking its first choice that is not suggested to an overlapping booking. A booking must not begin or end in the buffer of
 * another one, so the longer buffer is the shortest gap between two bookings of a resource.
 */
export function suggestReplacements(bookings: readonly Suggestable[]): (number | null)[] {
  const suggestedSlots: { id: number; start: number; end: number }[] = [];
  return bookings.map(({ start_date, end_date, choices }) => {
    const [start, end] = [Date.parse(start_date), Date.parse(end_date)];
    const free = choices.find(({ id, buffer_minutes = 0 }) => {
      const gap = buffer_minutes * 60_000;
      return !suggestedSlots.some((one) => one.id === id && one.start < end + gap && start < one.end + gap);
    });
    if (free) suggestedSlots.push({ id: free.id, start, end });
    return free?.id ?? null;
  });
}
