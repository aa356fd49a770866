import type { Permission } from "../kernel/permissions";
import type { Alternative, Booking, Reservation } from "./bookings.contract";

/** Whoever looks at bookings. */
export interface BookingReader {
  id: number;
  permissions: ReadonlySet<Permission>;
}

export const holds = ({ status }: Pick<Booking, "status">): boolean => status === "pending" || status === "approved";

/** How many seats are needed: whoever books comes, and so does everybody invited, from outside as well. */
export const comingTo = ({
  participants,
  guests,
}: {
  participants: readonly unknown[];
  guests?: readonly unknown[] | undefined;
}) => 1 + participants.length + (guests?.length ?? 0);

/**
 * So many bookings of one kind somebody has that haven't begun, waiting or approved; each date of a series is one. Ten of the largest
 * series: more than anybody needs who books for a whole house, and few enough that nobody fills the inboxes of those who decide, or takes every
 * room for a year, before somebody looks.
 */
export const mostAhead = 2_000;

/** Before it begins as well: people come early. */
export const checkInAheadMs = 15 * 60_000;

/** What rights over a booking depend on. */
export interface BookingFacts
  extends Pick<Booking, "status" | "bookable_type" | "checked_in_at" | "start_date" | "end_date"> {
  requester: { id: number } | null;
  isInvited: (userId: number) => boolean;
}

const factsOf = (booking: Booking): BookingFacts => ({
  ...booking,
  isInvited: (userId) => booking.participants.some(({ id }) => id === userId),
});

const isGoingOn = ({ start_date, end_date }: Pick<Booking, "start_date" | "end_date">, now: number, aheadMs = 0) =>
  Date.parse(start_date) - aheadMs <= now && now < Date.parse(end_date);

/** What this reader may do with it now; `decides`: what waits would be decided by them. Both sides say so: the server before it does it, the screen for its buttons. */
export const canOf = (booking: Booking, reader: BookingReader, now: number, decides: boolean): Reservation["can"] =>
  rightsTo(factsOf(booking), reader, now, decides);

/** Whoever looks after bookings may be asked about what waits, unless it is their own. Whether they are, the server knows. */
export const mightDecide = (
  booking: Pick<Booking, "status" | "end_date"> & { requester: { id: number } | null },
  { id, permissions }: BookingReader,
  now: number,
): boolean =>
  permissions.has("reservation-approve") &&
  booking.status === "pending" &&
  Date.parse(booking.end_date) > now &&
  booking.requester?.id !== id;

/** The same where not all of a booking is known. */
export function rightsTo(
  booking: BookingFacts,
  reader: BookingReader,
  now: number,
  asked: boolean,
): Reservation["can"] {
  const isTheirs = booking.requester?.id === reader.id;
  const own = isTheirs && reader.permissions.has("reservation-create");
  const approves = reader.permissions.has("reservation-approve");
  const ahead = Date.parse(booking.end_date) > now && holds(booking);
  const decides = asked && mightDecide(booking, reader, now);
  const invited = booking.isInvited(reader.id);
  return {
    edit: ahead && (own || (approves && reader.permissions.has("reservation-create"))),
    cancel: ahead && (own || (approves && reader.permissions.has("reservation-create"))),
    approve: decides,
    reject: decides,
    check_in:
      booking.status === "approved" &&
      booking.bookable_type === "room" &&
      booking.checked_in_at === null &&
      isGoingOn(booking, now, checkInAheadMs) &&
      (own || invited || approves),
    answer: ahead && invited && !own,
  };
}

/**
 * What everybody may see of it: why it was decided or cancelled so is between those whom it concerns. What is private has no series
 * or basket either: what else is in it, and isn't private, says whose it is.
 */
export function publicBooking(booking: Booking): Booking {
  if (!booking.private) return booking.decision_reason === null ? booking : { ...booking, decision_reason: null };
  const hidden = { title: null, note: null, from_place: null, to_place: null, purpose: null, decision_reason: null };
  const alone = { series_id: null, basket_id: null };
  return { ...booking, ...hidden, ...alone, participants: [], requester: null };
}

/** Whether what is told is newer, or says more of the same than what is known. */
function tellsMore(told: Booking, known: Booking): boolean {
  if (told.version !== known.version) return told.version > known.version;
  return (told.private && told.title !== null) || (told.decision_reason !== null && known.decision_reason === null);
}

const inOrder = (a: Booking, b: Booking) =>
  a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id;

/** A list of bookings after an event: those that hold nothing any more go, and so do those outside of what it shows. The same list, if the event says nothing new. */
export function withBookings<Row extends Booking>(
  rows: Row[],
  told: readonly Booking[],
  shows: (booking: Booking) => boolean,
  rowOf: (booking: Booking) => Row,
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  let isNew = false;
  for (const booking of told) {
    const known = byId.get(booking.id);
    if (known && !tellsMore(booking, known)) continue;
    if (holds(booking) && shows(booking)) byId.set(booking.id, rowOf(merged(booking, known)));
    else if (!byId.delete(booking.id)) continue;
    isNew = true;
  }
  return isNew ? [...byId.values()].sort(inOrder) : rows;
}

/** What one may know of a private booking isn't on the stream of all: what was known of it stays until one's own tells. */
const merged = (told: Booking, known: Booking | undefined): Booking =>
  told.private && told.title === null && known && known.title !== null
    ? {
        ...told,
        title: known.title,
        note: known.note,
        participants: known.participants,
        requester: known.requester,
        series_id: known.series_id,
        basket_id: known.basket_id,
      }
    : told;

interface Slot {
  from: number;
  until: number;
}

const stepMs = 15 * 60_000;
const shortestMs = 15 * 60_000;

/** The same room a little earlier or later, or for less long; of each kind the nearest. */
export function alternativesIn(
  wanted: Slot,
  taken: readonly Slot[],
): { kind: Exclude<Alternative["kind"], "room" | "equipment">; from: number; until: number }[] {
  const free = ({ from, until }: Slot) => !taken.some((slot) => slot.from < until && from < slot.until);
  const moved = (by: number) => ({ from: wanted.from + by, until: wanted.until + by });
  const nearest = (sign: -1 | 1) => [1, 2].map((n) => moved(sign * n * stepMs)).find(free);
  const [earlier, later] = [nearest(-1), nearest(1)];
  const next = Math.min(...taken.filter(({ until }) => until > wanted.from).map(({ from }) => from));
  const shorter = { from: wanted.from, until: Math.min(next, wanted.until) };
  return [
    ...(earlier ? [{ kind: "earlier" as const, ...earlier }] : []),
    ...(later ? [{ kind: "later" as const, ...later }] : []),
    ...(shorter.until - shorter.from >= shortestMs && free(shorter) ? [{ kind: "shorter" as const, ...shorter }] : []),
  ];
}

interface Trip {
  car_type: string | null;
  from_place: string | null;
  to_place: string | null;
  seats: number | null;
  driver_needed: boolean;
}

/**
 * Whether a car is wanted for something else than was approved: another type, another way, more seats, or with a driver and no longer
 * without. Fewer seats than were given fit as well.
 */
export const isOtherTrip = (was: Trip, now: Trip): boolean =>
  was.car_type !== now.car_type ||
  was.from_place !== now.from_place ||
  was.to_place !== now.to_place ||
  (now.seats ?? 0) > (was.seats ?? 0) ||
  was.driver_needed !== now.driver_needed;
