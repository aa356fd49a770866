import type { BookingConflicts } from "../../../../shared/bookings/bookings/bookings.contract";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { findAlternatives, findConflicts, occupiedSlotOf, type RequestedSlot, takenPeriodOf } from "./alternatives";
import {
  equipmentConflicts,
  alternativeTimes,
  type BookableEquipment,
  type RequestedEquipment,
} from "./equipment.checks";
import type { BookableRoom } from "./room.checks";

export const requestedSlotOf = (room: BookableRoom, when: { start_date: string; end_date: string }): RequestedSlot => ({
  room_id: room.id,
  starts_at: when.start_date,
  ends_at: when.end_date,
  buffer_before_minutes: room.buffer_before_minutes,
  buffer_after_minutes: room.buffer_after_minutes,
});

export interface EquipmentConflict {
  requested: readonly RequestedEquipment[];
  /** Pieces of an equipment-only booking, for which other times are suggested. */
  reschedulable?: readonly BookableEquipment[];
}
const noPieces: EquipmentConflict = { requested: [] };

interface ConflictContext {
  /** Bookings being changed, which don't occupy their slots. */
  own?: number[];
  pieces?: EquipmentConflict;
  /** Number of people who need seats. */
  people: number;
}

export async function describeConflict(
  tx: Tx,
  actor: Actor,
  rooms: readonly BookableRoom[],
  requestedSlots: readonly RequestedSlot[],
  { own = [], pieces = noPieces, people }: ConflictContext,
) {
  const ofPieces = await equipmentConflicts(tx, pieces.requested, own);
  const conflicts = [...(await findConflicts(tx, requestedSlots, own)), ...ofPieces.conflicts];
  const lost = requestedSlots.find((slot) =>
    conflicts.some((each) => {
      if (each.equipment !== undefined || each.bookable_id !== slot.room_id) return false;
      const taken = takenPeriodOf(slot, occupiedSlotOf(each));
      return taken.from < Date.parse(slot.ends_at) && Date.parse(slot.starts_at) < taken.until;
    }),
  );
  const room = rooms.find(({ id }) => id === lost?.room_id);
  const bookingConflicts: BookingConflicts = {
    conflicts,
    alternatives: [
      ...(lost && room ? await findAlternatives(tx, actor, room, lost, { now: Date.now(), people, own }) : []),
      ...ofPieces.alternatives,
      ...(await timesOf(tx, pieces, own)),
    ],
  };
  return bookingConflicts;
}

async function timesOf(
  tx: Tx,
  { requested: [first], reschedulable: byItself = [] }: EquipmentConflict,
  own: readonly number[],
) {
  return first && byItself.length > 0 ? alternativeTimes(tx, byItself, first, own, Date.now()) : [];
}

export async function describeBasketConflicts(
  tx: Tx,
  actor: Actor,
  rooms: readonly BookableRoom[],
  requestedSlots: readonly RequestedSlot[],
  { pieces, people }: ConflictContext,
): Promise<BookingConflicts> {
  const slotConflicts = await describeConflict(tx, actor, [], requestedSlots, { pieces, people });
  const nameOf = new Map(rooms.map(({ id, name }) => [id, name]));
  const conflicts = slotConflicts.conflicts.map((each) =>
    each.equipment === undefined ? { ...each, room: nameOf.get(each.bookable_id ?? 0) } : each,
  );
  const alternatives = [...slotConflicts.alternatives];
  for (const room of rooms) {
    const when = requestedSlots.find(({ room_id }) => room_id === room.id);
    const isLost = conflicts.some((each) => each.equipment === undefined && each.bookable_id === room.id);
    if (!when || !isLost) continue;
    const others = await findAlternatives(tx, actor, room, when, { now: Date.now(), people });
    // Rooms that are already in the basket aren't offered as alternatives.
    const isOther = ({ kind, bookable_id }: (typeof others)[number]) => kind !== "room" || !nameOf.has(bookable_id);
    alternatives.push(...others.filter(isOther).map((each) => ({ ...each, instead_of: room.id })));
  }
  return { conflicts, alternatives };
}
