import { array, object } from "yup";
import { idField } from "../kernel/fields";

/** Another room, car, driver or piece for a booking whose own is taken away; null cancels it, or leaves the piece out (`goes_on`). */
const answer = object({ id: idField("booking").required("field.required"), to: idField("room").nullable() });
export const mostAffected = 500;

/** What becomes of the bookings that stand in the way, each by its id. Without it they are only listed. */
export const rehomedField = () => array(answer).typeError("field.list").max(mostAffected, "field.tooMany");

export const takeAwaySchema = object({ bookings: rehomedField() });

export interface Rehomed {
  id: number;
  to?: number | null | undefined;
}

/** A booking whose room, car, driver or piece of equipment is to be taken away, with what is free instead; the first is suggested. */
export interface AffectedBooking {
  id: number;
  /** Null: somebody's private booking; nor is it said whose. */
  title: string | null;
  requester: { id: number; fullname: string; image: string | null } | null;
  start_date: string;
  end_date: string;
  /** What it has now. */
  place: string;
  /** Where it gets nothing instead, it goes on without: a meeting without the camera that it would have had. */
  goes_on: boolean;
  choices: { id: number; name: string }[];
  /** Null where nothing is free. No two that overlap are suggested the same. */
  suggested: number | null;
}

interface Suggestable {
  start_date: string;
  end_date: string;
  choices: readonly { id: number }[];
}

/** The first choice of each that isn't suggested already for another at that time. */
export function suggestions(bookings: readonly Suggestable[]): (number | null)[] {
  const given: { id: number; start: string; end: string }[] = [];
  return bookings.map(({ start_date: start, end_date: end, choices }) => {
    const free = choices.find(({ id }) => !given.some((one) => one.id === id && one.start < end && start < one.end));
    if (free) given.push({ id: free.id, start, end });
    return free?.id ?? null;
  });
}
