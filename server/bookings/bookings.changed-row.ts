import type { InferType } from "yup";
import { isOtherTrip } from "../../shared/bookings/bookings.rules";
import type { changeBookingSchema } from "../../shared/bookings/bookings.schema";
import { holdsNothing } from "./bookings.create";
import type { BookingRow } from "./bookings.present";
import type { PieceToBook } from "./equipment.checks";
import type { RoomToBook } from "./room.checks";

export type Change = InferType<typeof changeBookingSchema>;
export type Times = { start_date: string; end_date: string };

/** What goes along after a change; of equipment by itself first what was booked. */
export function piecesAfter(row: BookingRow, change: Change): number[] {
  if (row.bookable_type !== "equipment") return [...new Set(change.equipment ?? row.equipment_ids)];
  const [first, ...more] = row.equipment_ids;
  return [...new Set([change.bookable_id ?? (first as number), ...(change.equipment ?? more)])];
}

/** Where it is after a change: another time, room, or piece that was booked by itself. */
export const isElsewhere = (
  row: BookingRow,
  { start_date, end_date }: Times,
  roomId: number | null,
  pieces: readonly number[],
): boolean =>
  row.starts_at.toISOString() !== start_date ||
  row.ends_at.toISOString() !== end_date ||
  row.room_id !== roomId ||
  (row.bookable_type === "equipment" && row.equipment_ids[0] !== pieces[0]);

interface After {
  times: Times;
  room: RoomToBook | null;
  pieces: readonly PieceToBook[];
  /** Of a series this one date. */
  alone: boolean;
}

/**
 * What a row becomes. What has to be approved is asked for again when it is moved, and a car always, also for another trip; so is what takes along a
 * piece that has to be approved.
 */
export function changedRow(row: BookingRow, change: Change, { times, room, pieces, alone }: After) {
  const ids = pieces.map(({ id }) => id);
  const isCar = row.bookable_type === "car";
  const trip = {
    car_type: isCar ? (change.car_type ?? row.car_type) : null,
    seats: change.seats ?? row.seats,
    from_place: kept(change.from_place, row.from_place),
    to_place: kept(change.to_place, row.to_place),
    driver_needed: change.driver_needed ?? row.driver_needed,
  };
  const moved = isElsewhere(row, times, room?.id ?? null, ids) || (isCar && isOtherTrip(row, trip));
  const toApprove = pieces.filter(({ auto_approve }) => !auto_approve);
  const granted = !isCar && (room?.auto_approve ?? true) && toApprove.length === 0;
  const pending = (moved && !granted) || toApprove.some(({ id }) => !row.equipment_ids.includes(id));
  return {
    id: row.id,
    room_id: room?.id ?? null,
    ...trip,
    purpose: kept(change.purpose, row.purpose),
    car_id: pending ? null : row.car_id,
    driver_id: pending ? null : row.driver_id,
    title: change.title || row.title,
    note: kept(change.note, row.note),
    private: change.private ?? row.private,
    status: pending ? "pending" : moved ? "approved" : row.status,
    /** Whoever decides is asked, for the first time or again. */
    asks: pending,
    starts_at: times.start_date,
    ends_at: times.end_date,
    buffer_before_minutes: room?.buffer_before_minutes ?? 0,
    buffer_after_minutes: room?.buffer_after_minutes ?? 0,
    equipment_ids: ids,
    pending_blocks: !room || !holdsNothing(room),
    series_changed: row.series_changed || (alone && row.series_id !== null),
  };
}

export type WrittenRow = ReturnType<typeof changedRow>;

const kept = (wanted: string | null | undefined, now: string | null) => (wanted === undefined ? now : wanted || null);
