import type { Booking, BookingWithPermissions } from "../../../shared/bookings/bookings/bookings.contract";
import { bookingPermissionsOf, publicBooking } from "../../../shared/bookings/bookings/bookings.rules";
import type { Actor } from "../../platform/session";
import { concernsReader } from "../../platform/viewing";

export interface BookingRow
  extends Omit<Booking, "start_date" | "end_date" | "busy_from" | "busy_until" | "checked_in_at" | "released_at"> {
  title: string;
  /** The tenant's, which may differ from the one of the location. */
  tenant_time_zone: string;
  room_id: number | null;
  starts_at: Date;
  ends_at: Date;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  /** Whether the booking occupies its resources while it is pending. */
  pending_blocks: boolean;
  series_date: string | null;
  series_changed: boolean;
  equipment_ids: number[];
  checked_in_at: Date | null;
  released_at: Date | null;
}

const isoAt = (at: number) => new Date(at).toISOString();

/** Presents all fields, for the requester and the participants. */
export function presentFullBooking(row: BookingRow): Booking {
  const [from, until] = [row.starts_at.getTime(), row.ends_at.getTime()];
  return {
    id: row.id,
    title: row.title,
    note: row.note,
    private: row.private,
    bookable_type: row.bookable_type,
    bookable_id: row.bookable_id,
    car_type: row.car_type,
    equipment: row.equipment,
    seats: row.seats,
    from_place: row.from_place,
    to_place: row.to_place,
    purpose: row.purpose,
    driver_needed: row.driver_needed,
    car_id: row.car_id,
    driver_id: row.driver_id,
    start_date: isoAt(from),
    end_date: isoAt(until),
    time_zone: row.time_zone,
    busy_from: isoAt(from - row.buffer_before_minutes * 60_000),
    busy_until: isoAt(until + row.buffer_after_minutes * 60_000),
    status: row.status,
    decision_reason: row.decision_reason,
    series_id: row.series_id,
    basket_id: row.basket_id,
    participants: row.participants,
    requester: row.requester,
    checked_in_at: row.checked_in_at?.toISOString() ?? null,
    released_at: row.released_at?.toISOString() ?? null,
    version: row.version,
  };
}

export const isConcernedByBooking = (row: Pick<BookingRow, "requester" | "participants">, userId: number): boolean =>
  row.requester?.id === userId || row.participants.some(({ id }) => id === userId);

/**
 * Whether the reader sees all fields: requester and participants, and approvers unless it is private. Decision notes are hidden from other
 * users.
 */
const canReadDetails = (row: BookingRow, actor: Pick<Actor, "id" | "permissions" | "viewing">): boolean =>
  (!row.private && actor.permissions.has("reservation-approve")) ||
  concernsReader(actor, (id) => isConcernedByBooking(row, id));

export function presentBooking(
  row: BookingRow,
  actor: Pick<Actor, "id" | "permissions" | "viewing">,
  now: number,
  decides: boolean,
): BookingWithPermissions {
  const whole = presentFullBooking(row);
  const visibleBooking = canReadDetails(row, actor) ? whole : publicBooking(whole);
  return Object.assign(visibleBooking, { can: bookingPermissionsOf(whole, actor, now, decides) });
}
