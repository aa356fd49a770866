import type { Permission } from "../../kernel/access";
import { localDayAt } from "../../kernel/wall-clock";
import type { Alternative, Booking, BookingWithPermissions } from "./bookings.contract";

export interface BookingReader {
  id: number;
  permissions: ReadonlySet<Permission>;
}

export const occupiesResource = ({ status }: Pick<Booking, "status">): boolean =>
  status === "pending" || status === "approved";

export const seatsNeeded = ({
  participants,
  guests,
}: {
  participants: readonly unknown[];
  guests?: readonly unknown[] | undefined;
}) => 1 + participants.length + (guests?.length ?? 0);

/**
 * Maximum number of a user's future pending or approved bookings per type; each date of a series counts. Equals ten of the longest series,
 * which is enough for any office manager and prevents flooding approvers or blocking all rooms.
 */
export const maxUpcomingBookings = 2_000;

/** Time before the start at which check-in opens. */
export const checkInAheadMs = 15 * 60_000;

export interface BookingFacts extends Pick<Booking, "status" | "bookable_type" | "checked_in_at"> {
  /** Start and end in milliseconds, because the grid evaluates thousands of bookings per call. */
  from: number;
  until: number;
  requesterId: number | null;
  participants: readonly { id: number }[];
}

const factsOf = (booking: Booking): BookingFacts => ({
  status: booking.status,
  bookable_type: booking.bookable_type,
  checked_in_at: booking.checked_in_at,
  from: Date.parse(booking.start_date),
  until: Date.parse(booking.end_date),
  requesterId: booking.requester?.id ?? null,
  participants: booking.participants,
});

/**
 * Returns the reader's current permissions on a booking. `decides`: whether the booking is pending and the reader is its approver. The
 * server uses the result for checks, the client for buttons.
 */
export const bookingPermissionsOf = (
  booking: Booking,
  reader: BookingReader,
  now: number,
  decides: boolean,
): BookingWithPermissions["can"] => bookingRights(factsOf(booking), reader, now, decides);

/** Whether the reader, as a booking manager, could be the approver of another user's pending booking. Only the server can be certain. */
export const mayBeApprover = (
  booking: Pick<Booking, "status" | "end_date"> & { requester: { id: number } | null },
  { id, permissions }: BookingReader,
  now: number,
): boolean =>
  permissions.has("reservation-approve") &&
  booking.status === "pending" &&
  Date.parse(booking.end_date) > now &&
  booking.requester?.id !== id;

export function bookingRights(
  booking: BookingFacts,
  reader: BookingReader,
  now: number,
  isApprover: boolean,
): BookingWithPermissions["can"] {
  const isTheirs = booking.requesterId === reader.id;
  const own = isTheirs && reader.permissions.has("reservation-create");
  const approves = reader.permissions.has("reservation-approve");
  const ahead = booking.until > now && occupiesResource(booking);
  const decides = isApprover && approves && booking.status === "pending" && ahead && !isTheirs;
  const invited = booking.participants.some(({ id }) => id === reader.id);
  return {
    edit: ahead && (own || (approves && reader.permissions.has("reservation-create"))),
    cancel: ahead && (own || (approves && reader.permissions.has("reservation-create"))),
    approve: decides,
    reject: decides,
    check_in:
      booking.status === "approved" &&
      booking.bookable_type === "room" &&
      booking.checked_in_at === null &&
      booking.from - checkInAheadMs <= now &&
      now < booking.until &&
      (own || invited || approves),
    answer: ahead && invited && !own,
  };
}

/**
 * Returns the booking as any user may see it, without the decision reason. Private bookings also lose the ids of their series and basket,
 * because other bookings in these could reveal the requester.
 */
export function publicBooking(booking: Booking): Booking {
  if (!booking.private) return booking.decision_reason === null ? booking : { ...booking, decision_reason: null };
  const hidden = { title: null, note: null, from_place: null, to_place: null, purpose: null, decision_reason: null };
  const alone = { series_id: null, basket_id: null };
  return { ...booking, ...hidden, ...alone, participants: [], requester: null };
}

/** Whether the received booking is newer, or has more details of the same version. */
function isMoreComplete(received: Booking, current: Booking): boolean {
  if (received.version !== current.version) return received.version > current.version;
  return (
    (received.private && received.title !== null) ||
    (received.decision_reason !== null && current.decision_reason === null)
  );
}

const inOrder = (a: Booking, b: Booking) =>
  a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id;

/**
 * Applies a booking event to a list: inserts or updates bookings and removes those that the list does not show. Returns the same array if
 * nothing changed.
 */
export function applyBookings<Row extends Booking>(
  rows: Row[],
  received: readonly Booking[],
  shows: (booking: Booking) => boolean,
  rowOf: (booking: Booking) => Row,
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  let isNew = false;
  for (const booking of received) {
    const current = byId.get(booking.id);
    if (current && !isMoreComplete(booking, current)) continue;
    if (occupiesResource(booking) && shows(booking)) byId.set(booking.id, rowOf(merged(booking, current)));
    else if (!byId.delete(booking.id)) continue;
    isNew = true;
  }
  return isNew ? [...byId.values()].sort(inOrder) : rows;
}

/** Keeps private details that are already loaded until the user's own stream sends an update, because the shared stream omits them. */
const merged = (received: Booking, current: Booking | undefined): Booking =>
  received.private && received.title === null && current && current.title !== null
    ? {
        ...received,
        title: current.title,
        note: current.note,
        participants: current.participants,
        requester: current.requester,
        series_id: current.series_id,
        basket_id: current.basket_id,
      }
    : received;

interface Slot {
  from: number;
  until: number;
}

const stepMs = 15 * 60_000;
const shortestMs = 15 * 60_000;

/** Returns alternatives in the same room: the nearest earlier, later and shorter slots. */
export function alternativeSlotsIn(
  wantedSlot: Slot,
  takenSlots: readonly Slot[],
): { kind: Exclude<Alternative["kind"], "room" | "equipment">; from: number; until: number }[] {
  const free = ({ from, until }: Slot) => !takenSlots.some((slot) => slot.from < until && from < slot.until);
  const moved = (by: number) => ({ from: wantedSlot.from + by, until: wantedSlot.until + by });
  const nearest = (sign: -1 | 1) => [1, 2].map((n) => moved(sign * n * stepMs)).find(free);
  const [earlier, later] = [nearest(-1), nearest(1)];
  const next = Math.min(...takenSlots.filter(({ until }) => until > wantedSlot.from).map(({ from }) => from));
  const shorter = { from: wantedSlot.from, until: Math.min(next, wantedSlot.until) };
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
 * Whether the trip differs from the approved trip in a way that needs a new approval: car type, locations, more seats or the driver. Fewer
 * seats need no approval.
 */
export const needsNewApproval = (previousTrip: Trip, nextTrip: Trip): boolean =>
  previousTrip.car_type !== nextTrip.car_type ||
  previousTrip.from_place !== nextTrip.from_place ||
  previousTrip.to_place !== nextTrip.to_place ||
  (nextTrip.seats ?? 0) > (previousTrip.seats ?? 0) ||
  previousTrip.driver_needed !== nextTrip.driver_needed;

/** Returns the client path of a car booking's trip. */
export const tripPath = ({ id }: { id: number }): string => `/driver-reservation?trip=${id}`;

/**
 * Returns the client path of a booking in its grid. Days of a grid are those of the tenant, since its locations may be in different time
 * zones. Contains the booking's id because notifications with the same path are merged.
 */
export const bookingPath = (
  { id, bookable_type, start_date }: Pick<Booking, "id" | "bookable_type" | "start_date">,
  tenantTimeZone: string,
): string => `/${bookable_type}-reservation?day=${localDayAt(Date.parse(start_date), tenantTimeZone)}&booking=${id}`;
