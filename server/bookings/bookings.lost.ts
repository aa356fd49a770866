import type { Taken } from "../../shared/bookings/bookings.contract";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { alternativesOf, conflictsOf, type Wanted } from "./bookings.taken";
import { equipmentTaken, otherTimes, type PieceToBook, type WantedPieces } from "./equipment.checks";
import type { RoomToBook } from "./room.checks";

export const wantedIn = (room: RoomToBook, when: { start_date: string; end_date: string }): Wanted => ({
  room_id: room.id,
  starts_at: when.start_date,
  ends_at: when.end_date,
  buffer_before_minutes: room.buffer_before_minutes,
  buffer_after_minutes: room.buffer_after_minutes,
});

/** What is wanted of equipment: along with rooms, or by itself. */
export interface PiecesLost {
  wanted: readonly WantedPieces[];
  /** What was to be booked by itself: it may be free at another time. */
  byItself?: readonly PieceToBook[];
}
const noPieces: PiecesLost = { wanted: [] };

/** What a booking that lost is told. */
export async function takenBy(
  tx: Tx,
  actor: Actor,
  rooms: readonly RoomToBook[],
  wanted: readonly Wanted[],
  own: number[] = [],
  pieces = noPieces,
) {
  const ofPieces = await equipmentTaken(tx, pieces.wanted, own);
  const conflicts = [...(await conflictsOf(tx, wanted, own)), ...ofPieces.conflicts];
  const lost = wanted.find(({ room_id, starts_at, ends_at, buffer_after_minutes, buffer_before_minutes }) =>
    conflicts.some(
      (each) =>
        each.equipment === undefined &&
        each.bookable_id === room_id &&
        Date.parse(each.start_date) < Date.parse(ends_at) + buffer_after_minutes * 60_000 &&
        Date.parse(starts_at) - buffer_before_minutes * 60_000 < Date.parse(each.end_date),
    ),
  );
  const room = rooms.find(({ id }) => id === lost?.room_id);
  const taken: Taken = {
    conflicts,
    alternatives: [
      ...(lost && room ? await alternativesOf(tx, actor, room, lost, Date.now(), own) : []),
      ...ofPieces.alternatives,
      ...(await timesOf(tx, pieces, own)),
    ],
  };
  return taken;
}

async function timesOf(tx: Tx, { wanted: [first], byItself = [] }: PiecesLost, own: readonly number[]) {
  return first && byItself.length > 0 ? otherTimes(tx, byItself, first, own, Date.now()) : [];
}

/** The same of a basket: each room that isn't free is named, with what may take its place. */
export async function takenInBasket(
  tx: Tx,
  actor: Actor,
  rooms: readonly RoomToBook[],
  wanted: readonly Wanted[],
  pieces: PiecesLost,
): Promise<Taken> {
  const taken = await takenBy(tx, actor, [], wanted, [], pieces);
  const nameOf = new Map(rooms.map(({ id, name }) => [id, name]));
  const conflicts = taken.conflicts.map((each) =>
    each.equipment === undefined ? { ...each, room: nameOf.get(each.bookable_id ?? 0) } : each,
  );
  const alternatives = [...taken.alternatives];
  for (const room of rooms) {
    const when = wanted.find(({ room_id }) => room_id === room.id);
    const isLost = conflicts.some((each) => each.equipment === undefined && each.bookable_id === room.id);
    if (!when || !isLost) continue;
    const others = await alternativesOf(tx, actor, room, when, Date.now());
    // What else is in the basket can't take its place.
    const isOther = ({ kind, bookable_id }: (typeof others)[number]) => kind !== "room" || !nameOf.has(bookable_id);
    alternatives.push(...others.filter(isOther).map((each) => ({ ...each, instead_of: room.id })));
  }
  return { conflicts, alternatives };
}
