import type { Alternative, Conflict } from "../../../../shared/bookings/bookings/bookings.contract";
import { alternativeSlotsIn } from "../../../../shared/bookings/bookings/bookings.rules";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import type { Tx } from "../../../platform/database/unit-of-work";
import * as statements from "./equipment.sql";
import { type OpeningHours, isWithinOpeningHours } from "./room.checks";

export interface BookableEquipment extends OpeningHours {
  id: number;
  name: string;
  auto_approve: boolean;
}

export interface RequestedEquipment {
  starts_at: string;
  ends_at: string;
  pieces: readonly number[];
}

export const requestedEquipmentOf = (
  pieces: readonly { id: number }[],
  { start_date, end_date }: When,
): RequestedEquipment => ({
  starts_at: start_date,
  ends_at: end_date,
  pieces: pieces.map(({ id }) => id),
});

interface When {
  start_date: string;
  end_date: string;
}

type Pieces = ReadonlyMap<number, BookableEquipment>;

/**
 * Reads and locks the pieces until the transaction ends.
 * @param own pieces the booking already has, allowed even when deleted.
 * @throws Problem 422 for an unknown piece.
 */
export async function lockEquipmentForBooking(
  tx: Tx,
  ids: readonly number[],
  own: readonly number[] = [],
  field = "equipment",
): Promise<Pieces> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  await tx.rows(statements.lockEquipmentItems, [uniqueIds, own]);
  return readEquipmentForBooking(tx, uniqueIds, own, field);
}

/** Like `lockEquipmentForBooking`, without locks, for previews. */
export async function readEquipmentForBooking(
  tx: Tx,
  ids: readonly number[],
  own: readonly number[] = [],
  field = "equipment",
): Promise<Pieces> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const rows = await tx.rows<BookableEquipment>(statements.selectBookableEquipment, [uniqueIds, own]);
  if (rows.length < uniqueIds.length) throw invalidFieldProblem(field, "field.unknown");
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the field and message when a piece's opening hours exclude the time, otherwise null. */
export function equipmentHoursRefusal(
  pieces: readonly BookableEquipment[],
  startsWithMainPiece: boolean,
  when: When,
): [field: string, message: string] | null {
  const closed = pieces.findIndex((piece) => !isWithinOpeningHours(piece, when));
  if (closed < 0) return null;
  return [startsWithMainPiece && closed === 0 ? "start_date" : "equipment", "field.equipmentClosed"];
}

type SlotRow = Omit<Conflict, "start_date" | "end_date" | "room"> & { start_at: Date; end_at: Date };
interface OtherRow {
  instead_of: number;
  bookable_id: number;
  name: string;
  needs_approval: boolean;
}

export async function equipmentConflicts(
  tx: Tx,
  requested: readonly RequestedEquipment[],
  own: readonly number[],
): Promise<{ conflicts: Conflict[]; alternatives: Alternative[] }> {
  const needed = requested.filter(({ pieces }) => pieces.length > 0);
  if (needed.length === 0) return { conflicts: [], alternatives: [] };
  const when = JSON.stringify(needed);
  const rows = await tx.rows<SlotRow>(statements.selectConflictingEquipmentSlots, [when, own]);
  const lost = [...new Set(rows.map(({ bookable_id }) => bookable_id))];
  const others = lost.length > 0 ? await tx.rows<OtherRow>(statements.selectFreeSimilarEquipment, [when, lost]) : [];
  const firstWith = (id: number) => needed.find(({ pieces }) => pieces.includes(id)) as RequestedEquipment;
  return {
    conflicts: rows.map(({ start_at, end_at, ...row }) => ({
      ...row,
      start_date: start_at.toISOString(),
      end_date: end_at.toISOString(),
    })),
    alternatives: others.map((each) => {
      const { starts_at: start_date, ends_at: end_date } = firstWith(each.instead_of);
      return { kind: "equipment", ...each, start_date, end_date };
    }),
  };
}

const searchWindowMs = 60 * 60_000;

/** The same pieces slightly earlier, later or shorter, labeled with the name of the first piece. */
export async function alternativeTimes(
  tx: Tx,
  pieces: readonly BookableEquipment[],
  { starts_at, ends_at }: RequestedEquipment,
  own: readonly number[],
  now: number,
): Promise<Alternative[]> {
  const [first] = pieces;
  if (!first) return [];
  const [from, until] = [Date.parse(starts_at), Date.parse(ends_at)];
  const searchWindow = [new Date(from - searchWindowMs), new Date(until + searchWindowMs)];
  const ids = pieces.map(({ id }) => id);
  const rows = await tx.rows<{ start_at: Date; end_at: Date }>(statements.selectOccupiedEquipmentSlots, [
    ids,
    ...searchWindow,
    own,
  ]);
  const occupiedPeriods = rows.map(({ start_at, end_at }) => ({ from: start_at.getTime(), until: end_at.getTime() }));
  return alternativeSlotsIn({ from, until }, occupiedPeriods)
    .map(({ kind, ...slot }) => ({
      kind,
      bookable_id: first.id,
      name: first.name,
      start_date: new Date(slot.from).toISOString(),
      end_date: new Date(slot.until).toISOString(),
      needs_approval: pieces.some(({ auto_approve }) => !auto_approve),
    }))
    .filter((each) => Date.parse(each.end_date) > now && equipmentHoursRefusal(pieces, true, each) === null);
}

/** Other pieces of the same kind, and the same pieces at another time. */
export async function findEquipmentAlternatives(
  tx: Tx,
  pieces: readonly BookableEquipment[],
  when: When,
  now: number,
): Promise<Alternative[]> {
  const requested = requestedEquipmentOf(pieces, when);
  const { alternatives } = await equipmentConflicts(tx, [requested], []);
  return [...alternatives, ...(await alternativeTimes(tx, pieces, requested, [], now))];
}
