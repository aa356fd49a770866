import type { InferType } from "yup";
import { needsNewApproval } from "../../../../shared/bookings/bookings/bookings.rules";
import type { changeBookingSchema } from "../../../../shared/bookings/bookings/bookings.schema";
import { occupiesNoSlot } from "./create";
import type { BookingRow } from "../bookings.present";
import type { BookableEquipment } from "../availability/equipment.checks";
import type { BookableRoom } from "../availability/room.checks";

export type BookingChange = InferType<typeof changeBookingSchema>;
export type BookingTimes = { start_date: string; end_date: string };

/** Pieces after a change; for an equipment-only booking the main piece comes first. */
export function equipmentAfterChange(row: BookingRow, change: BookingChange): number[] {
  if (row.bookable_type !== "equipment") return [...new Set(change.equipment ?? row.equipment_ids)];
  const [first, ...more] = row.equipment_ids;
  return [...new Set([change.bookable_id ?? (first as number), ...(change.equipment ?? more)])];
}

export const isBookingMoved = (
  row: BookingRow,
  { start_date, end_date }: BookingTimes,
  roomId: number | null,
  pieces: readonly number[],
): boolean =>
  row.starts_at.toISOString() !== start_date ||
  row.ends_at.toISOString() !== end_date ||
  row.room_id !== roomId ||
  (row.bookable_type === "equipment" && row.equipment_ids[0] !== pieces[0]);

interface After {
  times: BookingTimes;
  room: BookableRoom | null;
  pieces: readonly BookableEquipment[];
  alone: boolean;
}

/**
 * The booking's row after a change. Approval is required again when the booking is moved or gets equipment that needs approval. For cars, a
 * change of the trip requires it too.
 */
export function bookingRowAfterChange(row: BookingRow, change: BookingChange, { times, room, pieces, alone }: After) {
  const ids = pieces.map(({ id }) => id);
  const isCar = row.bookable_type === "car";
  const trip = {
    car_type: isCar ? (change.car_type ?? row.car_type) : null,
    seats: change.seats ?? row.seats,
    from_place: kept(change.from_place, row.from_place),
    to_place: kept(change.to_place, row.to_place),
    driver_needed: change.driver_needed ?? row.driver_needed,
  };
  const moved = isBookingMoved(row, times, room?.id ?? null, ids) || (isCar && needsNewApproval(row, trip));
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
    asks: pending,
    starts_at: times.start_date,
    ends_at: times.end_date,
    buffer_before_minutes: room?.buffer_before_minutes ?? 0,
    buffer_after_minutes: room?.buffer_after_minutes ?? 0,
    equipment_ids: ids,
    pending_blocks: !room || !occupiesNoSlot(room),
    series_changed: row.series_changed || (alone && row.series_id !== null),
  };
}

export type ChangedBookingRow = ReturnType<typeof bookingRowAfterChange>;

const kept = (wanted: string | null | undefined, now: string | null) => (wanted === undefined ? now : wanted || null);
