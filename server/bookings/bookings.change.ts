import type { BookingScope } from "../../shared/bookings/bookings.schema";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import { holds } from "../../shared/bookings/bookings.rules";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { followBookings } from "../reservations/booking-requests.service";
import { requireFewLetters } from "./bookings.ahead";
import { requireCarType } from "./bookings.basket";
import { requireFree, zoneOf } from "./bookings.create";
import { takenBy, wantedIn } from "./bookings.lost";
import { setGuests } from "./guests.service";
import { setParticipants } from "./participants/participants.service";
import { presentBookings, presentOne } from "./bookings-presented.service";
import type { BookingRow } from "./bookings.present";
import { bookingRow } from "./bookings.read";
import * as statements from "./bookings.sql";
import { tellBookings } from "./bookings-tell.service";
import { tellDriversTaken } from "./drivers-tell.service";
import { unlessOccupied } from "./bookings.taken";
import { requireNotStarted } from "../trips/trips-under-way.service";
import { type Change, changedRow, isElsewhere, piecesAfter, type Times, type WrittenRow } from "./bookings.changed-row";
import { closedPiece, type PieceToBook, piecesFor } from "./equipment.checks";
import { refusalOf, requireBookable, type RoomToBook, roomsFor } from "./room.checks";
import { instantAt, isoOf, wallTime } from "./series/series.dates";

/** @throws Problem 404; 403 for somebody else's; 409 for what is over, rejected or cancelled. */
export async function requireChangeable(tx: Tx, actor: Actor, id: number): Promise<BookingRow> {
  const row = await bookingRow(tx, id);
  if (row.requester.id !== actor.id && !actor.permissions.has("reservation-approve"))
    throw new Problem("booking.notYours");
  if (!holds(row) || row.ends_at.getTime() <= Date.now()) throw new Problem("booking.past");
  return row;
}

/** What a private booking says, and to whom. */
const words = ["title", "note", "participants", "groups", "guests", "from_place", "to_place", "purpose"] as const;

/**
 * Whoever looks after bookings moves and cancels what is private, and says nothing in it: inviting themself, or making it
 * everybody's, they would read it.
 * @throws Problem 403.
 */
function requireOwnWords(actor: Actor, rows: readonly BookingRow[], change: Change): void {
  const speaks = change.private === false || words.some((field) => change[field] !== undefined);
  if (speaks && rows.some((row) => row.private && row.requester.id !== actor.id)) throw new Problem("booking.notYours");
}

/**
 * Who decides on a booking reads it, also what is private. So what whoever looks after bookings does with somebody's private booking lets nobody
 * be asked about it: moved into a room, with a piece, or for a time that has to be approved, it would be theirs to read.
 * @throws Problem 403.
 */
function requireUnasked(actor: Actor, rows: readonly BookingRow[], written: readonly WrittenRow[]): void {
  const asked = new Set(written.filter(({ asks }) => asks).map(({ id }) => id));
  if (rows.some((row) => row.private && row.requester.id !== actor.id && asked.has(row.id)))
    throw new Problem("booking.notYours");
}

/** The booking, or with it the dates of its series that aren't over; locked in the order of their ids, as they are now. */
async function lockScope(tx: Tx, row: BookingRow, scope: BookingScope): Promise<BookingRow[]> {
  let ids = [row.id];
  if (row.series_id !== null && scope !== "this") {
    const from = scope === "following" ? row.series_date : null;
    const found = await tx.rows<{ id: number }>(statements.seriesFrom, [row.series_id, from, new Date()]);
    ids = [...new Set([row.id, ...found.map(({ id }) => id)])];
  }
  await tx.rows(statements.lockBookings, [ids]);
  await requireNotStarted(tx, ids);
  const rows = await tx.rows<BookingRow>(statements.bookingsById, [ids]);
  return rows.filter((each) => holds(each) && each.ends_at.getTime() > Date.now());
}

/** How much later, on the wall clock of the series, and for how long: each of its dates is moved by the same. */
function mover(row: BookingRow, change: Change, timeZone: string): (each: BookingRow) => Times {
  const start = change.start_date ?? row.starts_at.toISOString();
  // Who moves the beginning alone moves the whole.
  const length = row.ends_at.getTime() - row.starts_at.getTime();
  const end = change.end_date ?? new Date(Date.parse(start) + length).toISOString();
  const by = wallTime(row.starts_at.toISOString(), timeZone).until(wallTime(start, timeZone));
  const lasting = Date.parse(end) - Date.parse(start);
  const moves = change.start_date !== undefined || change.end_date !== undefined;
  return (each) => {
    if (each.id === row.id) return { start_date: start, end_date: end };
    if (!moves) return { start_date: each.starts_at.toISOString(), end_date: each.ends_at.toISOString() };
    const from = isoOf(instantAt(wallTime(each.starts_at.toISOString(), timeZone).add(by), timeZone));
    return { start_date: from, end_date: new Date(Date.parse(from) + lasting).toISOString() };
  };
}

/**
 * Changes a booking, or the dates of its series; all of them or none.
 * @throws Problem 404, 403, 409 as `requireChangeable`; 409 when it was changed meanwhile, or what it wants is taken; 422 for
 * what is wrong or against the room's rules.
 */
export async function updateBooking(tx: Tx, actor: Actor, id: number, change: Change) {
  const before = await requireChangeable(tx, actor, id);
  if (before.bookable_type === "car") {
    if (change.bookable_id !== undefined) throw invalid("bookable_id", "field.invalid");
    if (change.equipment?.length) throw invalid("equipment", "field.invalid");
    if (change.car_type !== undefined && change.car_type !== before.car_type) requireCarType(change.car_type);
  }
  const scope = change.scope ?? "this";
  const all = [before, ...(await othersOf(tx, before, scope))];
  const rooms = await roomsFor(
    tx,
    actor,
    all.flatMap(({ room_id }) => (room_id === null ? [] : (change.bookable_id ?? room_id))),
  );
  const pieces = await piecesFor(
    tx,
    all.flatMap((each) => piecesAfter(each, change)),
    all.flatMap(({ equipment_ids }) => equipment_ids),
    before.bookable_type === "equipment" ? "bookable_id" : "equipment",
  );
  const locked = await lockScope(tx, before, scope);
  const row = locked.find((each) => each.id === id);
  if (!row) throw new Problem("booking.past");
  if (change.version !== undefined && change.version !== row.version) {
    throw new Problem("booking.stale", { record: await presentOne(tx, actor, row) });
  }
  const changes = locked.filter((each) => each.id === id || change.overwrite || !each.series_changed);
  requireOwnWords(actor, changes, change);
  const written = rowsAfter(actor, row, changes, change, { rooms, pieces, timeZone: await zoneFor(tx, row, rooms) });
  requireUnasked(actor, changes, written);
  const byItself = row.bookable_type === "equipment" ? piecesAfter(row, change) : [];
  await writeRows(tx, actor, written, [...rooms.values()], piecesOf(pieces, byItself));
  if (lettered.some((word) => change[word] !== undefined)) await requireFewLetters(tx, row.requester.id);
  await setParticipants(tx, changes, change);
  await setGuests(
    tx,
    actor,
    changes.map((each) => each.id),
    change.guests,
  );
  const told = await tellBookings(
    tx,
    "booking.updated",
    changes.map((each) => each.id),
  );
  await followBookings(tx, changes, told);
  await tellDriversTaken(tx, actor, changes, told);
  const dates = await presentBookings(tx, actor, told);
  return { data: dates.find((each) => each.id === id) as Reservation, dates };
}

const lettered = ["title", "note", "from_place", "to_place", "purpose"] as const;

async function zoneFor(tx: Tx, row: BookingRow, rooms: Map<number, RoomToBook>): Promise<string> {
  if (row.series_id === null) return "UTC";
  const series = await tx.one<{ time_zone: string }>(statements.seriesZone, [row.series_id]);
  return series?.time_zone ?? zoneOf(tx, [...rooms.values()][0] ?? null);
}

/** What else of its series a change may be for. */
async function othersOf(tx: Tx, { series_id }: BookingRow, scope: BookingScope): Promise<BookingRow[]> {
  if (scope === "this" || series_id === null) return [];
  const all = await tx.rows<{ id: number }>(statements.seriesFrom, [series_id, null, new Date()]);
  return tx.rows<BookingRow>(statements.bookingsById, [all.map(({ id }) => id)]);
}

interface Known {
  rooms: ReadonlyMap<number, RoomToBook>;
  pieces: ReadonlyMap<number, PieceToBook>;
  timeZone: string;
}

const piecesOf = (pieces: Known["pieces"], ids: readonly number[]): PieceToBook[] =>
  ids.flatMap((id) => pieces.get(id) ?? []);

/** @throws Problem 422 at the field that a time or a room breaks a rule by. */
function rowsAfter(
  actor: Actor,
  row: BookingRow,
  changes: readonly BookingRow[],
  change: Change,
  { rooms, pieces, timeZone }: Known,
): WrittenRow[] {
  const move = mover(row, change, timeZone);
  return changes.map((each) => {
    const times = move(each);
    const room = each.room_id === null ? null : (rooms.get(change.bookable_id ?? each.room_id) ?? null);
    const wanted = piecesAfter(each, change);
    const taken = piecesOf(pieces, wanted);
    const moved = isElsewhere(each, times, room?.id ?? null, wanted);
    if (moved) requireBookable(times, Date.now());
    const more = moved ? taken : taken.filter(({ id }) => !each.equipment_ids.includes(id));
    const refusal =
      (moved && room && refusalOf(room, times, actor, Date.now())) ||
      closedPiece(more, moved && each.bookable_type === "equipment", times);
    if (refusal) throw invalid(...refusal);
    const alone = change.scope === undefined || change.scope === "this";
    return changedRow(each, change, { times, room, pieces: taken, alone });
  });
}

async function writeRows(
  tx: Tx,
  actor: Actor,
  written: readonly WrittenRow[],
  rooms: readonly RoomToBook[],
  byItself: readonly PieceToBook[],
) {
  const ids = written.map(({ id }) => id);
  const taken = () => {
    const wanted = written.flatMap((each) => {
      const room = rooms.find((one) => one.id === each.room_id);
      return room ? [wantedIn(room, { start_date: each.starts_at, end_date: each.ends_at })] : [];
    });
    const pieces = written.map(({ starts_at, ends_at, equipment_ids }) => ({
      starts_at,
      ends_at,
      pieces: equipment_ids,
    }));
    return takenBy(tx, actor, rooms, wanted, ids, { wanted: pieces, byItself });
  };
  if (written.some((each) => each.status === "pending" && !each.pending_blocks)) await requireFree(taken);
  await unlessOccupied(
    tx,
    async () => {
      await tx.rows(statements.giveBackSlots, [ids]);
      await tx.rows(statements.updateBookings, [JSON.stringify(written)]);
    },
    taken,
  );
}

/** Cancels it, or dates of its series. @throws Problem 404, 403, 409 as `requireChangeable`. */
export async function cancelBooking(tx: Tx, actor: Actor, id: number, scope: BookingScope = "this") {
  const locked = await lockScope(tx, await requireChangeable(tx, actor, id), scope);
  if (!locked.some((each) => each.id === id)) throw new Problem("booking.past");
  const ids = locked.map((each) => each.id);
  await tx.rows(statements.cancelBookings, [ids]);
  const told = await tellBookings(tx, "booking.cancelled", ids);
  await followBookings(tx, locked, told);
  await tellDriversTaken(tx, actor, locked, []);
  return presentBookings(tx, actor, told);
}
