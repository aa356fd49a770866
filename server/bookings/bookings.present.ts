import type { Booking, Reservation } from "../../shared/bookings/bookings.contract";
import { canOf, publicBooking } from "../../shared/bookings/bookings.rules";
import type { Actor } from "../platform/session";
import { concernsReader } from "../platform/viewing";

/** A booking as `bookings.sql.ts` reads it. */
export interface BookingRow
  extends Omit<Booking, "start_date" | "end_date" | "busy_from" | "busy_until" | "checked_in_at" | "released_at"> {
  title: string;
  requester: NonNullable<Booking["requester"]>;
  room_id: number | null;
  starts_at: Date;
  ends_at: Date;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  series_date: string | null;
  series_changed: boolean;
  equipment_ids: number[];
  checked_in_at: Date | null;
  released_at: Date | null;
}

/** An instant in milliseconds as ISO 8601. */
type Iso = (at: number) => string;

const isoAt: Iso = (at) => new Date(at).toISOString();

/** The same for thousands of bookings, which begin and end at a few times of a day: each is written once. */
export function isoOnce(): Iso {
  const known = new Map<number, string>();
  return (at) => {
    const text = known.get(at) ?? isoAt(at);
    known.set(at, text);
    return text;
  };
}

/** All of it, for those whom it concerns. */
export function wholeBooking(row: BookingRow, iso: Iso = isoAt): Booking {
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
    start_date: iso(from),
    end_date: iso(until),
    busy_from: iso(from - row.buffer_before_minutes * 60_000),
    busy_until: iso(until + row.buffer_after_minutes * 60_000),
    status: row.status,
    decision_reason: row.decision_reason,
    series_id: row.series_id,
    participants: row.participants,
    requester: row.requester,
    checked_in_at: row.checked_in_at?.toISOString() ?? null,
    released_at: row.released_at?.toISOString() ?? null,
    version: row.version,
  };
}

/** Whom a private booking isn't hidden from. */
export const concerns = (row: Pick<BookingRow, "requester" | "participants">, userId: number): boolean =>
  row.requester.id === userId || row.participants.some(({ id }) => id === userId);

/** As this reader may see it, with what they may do. */
export function presentBooking(
  row: BookingRow,
  actor: Pick<Actor, "id" | "permissions" | "viewing">,
  now: number,
  iso: Iso = isoAt,
): Reservation {
  const whole = wholeBooking(row, iso);
  const shown = concernsReader(actor, (id) => concerns(row, id)) ? whole : publicBooking(whole);
  // Either is a fresh object.
  return Object.assign(shown, { can: canOf(whole, actor, now) });
}
