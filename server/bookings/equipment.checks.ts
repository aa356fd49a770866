import type { Alternative, Conflict } from "../../shared/bookings/bookings.contract";
import { alternativesIn } from "../../shared/bookings/bookings.rules";
import { invalid } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import * as statements from "./equipment.sql";
import { type Hours, isOpen } from "./room.checks";

/** A piece of equipment and its rules, for somebody who wants to book it. */
export interface PieceToBook extends Hours {
  id: number;
  name: string;
  auto_approve: boolean;
}

/** Pieces for a time. */
export interface WantedPieces {
  starts_at: string;
  ends_at: string;
  pieces: readonly number[];
}

interface When {
  start_date: string;
  end_date: string;
}

type Pieces = ReadonlyMap<number, PieceToBook>;

/**
 * The pieces, each once, locked until the end; `own` are those that one has already.
 * @throws Problem 422 for one that isn't there.
 */
export async function piecesFor(
  tx: Tx,
  ids: readonly number[],
  own: readonly number[] = [],
  field = "equipment",
): Promise<Pieces> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  await tx.rows(statements.lockPieces, [wanted, own]);
  return readPieces(tx, wanted, own, field);
}

/** The same without holding them, for questions. */
export async function readPieces(
  tx: Tx,
  ids: readonly number[],
  own: readonly number[] = [],
  field = "equipment",
): Promise<Pieces> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await tx.rows<PieceToBook>(statements.piecesToBook, [wanted, own]);
  if (rows.length < wanted.length) throw invalid(field, "field.unknown");
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why the hours of what is booked by itself, or goes along, refuse a time; null when they don't. */
export function closedPiece(
  pieces: readonly PieceToBook[],
  isByItself: boolean,
  when: When,
): [field: string, message: string] | null {
  const closed = pieces.findIndex((piece) => !isOpen(piece, when));
  if (closed < 0) return null;
  return [isByItself && closed === 0 ? "start_date" : "equipment", "field.equipmentClosed"];
}

type SlotRow = Omit<Conflict, "start_date" | "end_date"> & { start_at: Date; end_at: Date };
interface OtherRow {
  instead_of: number;
  bookable_id: number;
  name: string;
}

/** Who has which of the pieces, and for each of those what else of its kind is free. */
export async function equipmentTaken(
  tx: Tx,
  wanted: readonly WantedPieces[],
  own: readonly number[],
): Promise<{ conflicts: Conflict[]; alternatives: Alternative[] }> {
  const asked = wanted.filter(({ pieces }) => pieces.length > 0);
  if (asked.length === 0) return { conflicts: [], alternatives: [] };
  const when = JSON.stringify(asked);
  const rows = await tx.rows<SlotRow>(statements.inTheWay, [when, own]);
  const lost = [...new Set(rows.map(({ bookable_id }) => bookable_id))];
  const others = lost.length > 0 ? await tx.rows<OtherRow>(statements.othersFree, [when, lost]) : [];
  const firstWith = (id: number) => asked.find(({ pieces }) => pieces.includes(id)) as WantedPieces;
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

const aroundMs = 60 * 60_000;

/** The same pieces a little earlier, later or shorter: those that are booked by themselves, the first of them named. */
export async function otherTimes(
  tx: Tx,
  pieces: readonly PieceToBook[],
  { starts_at, ends_at }: WantedPieces,
  own: readonly number[],
  now: number,
): Promise<Alternative[]> {
  const [first] = pieces;
  if (!first) return [];
  const [from, until] = [Date.parse(starts_at), Date.parse(ends_at)];
  const around = [new Date(from - aroundMs), new Date(until + aroundMs)];
  const ids = pieces.map(({ id }) => id);
  const rows = await tx.rows<{ start_at: Date; end_at: Date }>(statements.piecesTakenAround, [ids, ...around, own]);
  const taken = rows.map(({ start_at, end_at }) => ({ from: start_at.getTime(), until: end_at.getTime() }));
  return alternativesIn({ from, until }, taken)
    .map(({ kind, ...slot }) => ({
      kind,
      bookable_id: first.id,
      name: first.name,
      start_date: new Date(slot.from).toISOString(),
      end_date: new Date(slot.until).toISOString(),
    }))
    .filter((each) => Date.parse(each.end_date) > now && closedPiece(pieces, true, each) === null);
}
