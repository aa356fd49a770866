import type { InferType } from "yup";
import type { changeBookingSchema } from "../../../../shared/bookings/bookings/bookings.schema";
import type { BookingRow } from "../bookings.present";
import type { BookableRoom } from "../availability/room.checks";
import { type BookableResources, resourceKinds } from "../resource-kinds";

export type BookingChange = InferType<typeof changeBookingSchema>;
export type BookingTimes = { start_date: string; end_date: string };

/** Pieces after a change; for an equipment-only booking the main piece comes first. */
export function equipmentAfterChange(row: BookingRow, { bookable_id, equipment }: BookingChange): number[] {
  const kind = resourceKinds[row.bookable_type];
  const { main, additional } = kind.splitEquipment(row.equipment_ids);
  return [
    ...new Set([...(bookable_id === undefined ? main : kind.equipmentIds(bookable_id)), ...(equipment ?? additional)]),
  ];
}

export const isBookingMoved = (
  row: BookingRow,
  { start_date, end_date }: BookingTimes,
  resource: Pick<BookingRow, "room_id" | "equipment_ids">,
): boolean =>
  row.starts_at.toISOString() !== start_date ||
  row.ends_at.toISOString() !== end_date ||
  resourceKinds[row.bookable_type].isOtherResource(row, resource);

/** Whether bookings of this room need approval and occupy no slot while they are pending. */
export const occupiesNoSlot = (room: Pick<BookableRoom, "auto_approve" | "pending_blocks">): boolean =>
  !room.auto_approve && !room.pending_blocks;

type Optional<T> = { [Key in keyof T]?: T[Key] | null | undefined };
type Details = Pick<BookingRow, "bookable_type" | "title"> &
  Optional<
    Pick<
      BookingRow,
      "car_type" | "seats" | "from_place" | "to_place" | "purpose" | "driver_needed" | "note" | "private"
    >
  >;

/** Columns that the details, times and resources of a booking determine. */
export function bookingColumns(
  details: Details,
  { start_date, end_date }: BookingTimes,
  { room, pieces }: BookableResources,
) {
  return {
    room_id: room?.id ?? null,
    car_type: resourceKinds[details.bookable_type].carTypeOf(details.car_type),
    seats: details.seats ?? null,
    from_place: details.from_place || null,
    to_place: details.to_place || null,
    purpose: details.purpose || null,
    driver_needed: details.driver_needed ?? false,
    title: details.title,
    note: details.note || null,
    private: details.private ?? false,
    starts_at: start_date,
    ends_at: end_date,
    buffer_before_minutes: room?.buffer_before_minutes ?? 0,
    buffer_after_minutes: room?.buffer_after_minutes ?? 0,
    equipment_ids: pieces.map(({ id }) => id),
    pending_blocks: !room || !occupiesNoSlot(room),
  };
}

/** Null clears the value. */
const valueAfterChange = <Value>(changedValue: Value | null | undefined, value: Value | null) =>
  changedValue === undefined ? value : changedValue;

const detailsAfterChange = (row: BookingRow, change: BookingChange) => ({
  bookable_type: row.bookable_type,
  car_type: change.car_type ?? row.car_type,
  seats: valueAfterChange(change.seats, row.seats),
  from_place: valueAfterChange(change.from_place, row.from_place),
  to_place: valueAfterChange(change.to_place, row.to_place),
  purpose: valueAfterChange(change.purpose, row.purpose),
  driver_needed: change.driver_needed ?? row.driver_needed,
  title: change.title || row.title,
  note: valueAfterChange(change.note, row.note),
  private: change.private ?? row.private,
});

/**
 * The booking's row after a change. Approval is required again when the booking is moved or gets equipment that needs approval. For cars, a
 * change of the trip requires it too. `isSingleDate`: whether the date is edited apart from its series.
 */
export function bookingRowAfterChange(
  row: BookingRow,
  change: BookingChange,
  times: BookingTimes,
  resources: BookableResources,
  isSingleDate: boolean,
) {
  const kind = resourceKinds[row.bookable_type];
  const columns = bookingColumns(detailsAfterChange(row, change), times, resources);
  const hasOtherSlot = isBookingMoved(row, times, columns);
  const isMoved = hasOtherSlot || kind.isOtherTrip(row, columns);
  const getsPieceToApprove = resources.pieces.some(
    ({ id, auto_approve }) => !auto_approve && !row.equipment_ids.includes(id),
  );
  const needsApproval = (isMoved && kind.needsApproval(resources)) || getsPieceToApprove;
  const { buffer_before_minutes, buffer_after_minutes, pending_blocks } = row;
  return {
    ...columns,
    // A booking that isn't moved keeps the room's settings at the time of booking: longer buffers could overlap its neighbours.
    ...(hasOtherSlot ? {} : { buffer_before_minutes, buffer_after_minutes, pending_blocks }),
    hasOtherSlot,
    id: row.id,
    car_id: needsApproval ? null : row.car_id,
    driver_id: needsApproval ? null : row.driver_id,
    status: needsApproval ? "pending" : isMoved ? "approved" : row.status,
    needsApproval,
    series_changed: row.series_changed || (isSingleDate && row.series_id !== null),
  };
}

export type ChangedBookingRow = ReturnType<typeof bookingRowAfterChange>;
