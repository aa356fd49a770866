import type { InferType } from "yup";
import type { Alternative, PreviewDate } from "../../shared/bookings/bookings.contract";
import type { checkDateQuery, previewSchema } from "../../shared/bookings/bookings.schema";
import type { Language } from "../../shared/kernel/languages";
import { invalid } from "../../shared/kernel/problems";
import { nameIn, type Translations } from "../../shared/kernel/translations";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { zoneOf } from "./bookings.create";
import { wantedIn } from "./bookings.lost";
import { alternativesOf, conflictsOf } from "./bookings.taken";
import { piecesIn, requireCarType } from "./bookings.basket";
import { daysOff } from "./days-off.sql";
import { type PieceToBook, closedPiece, equipmentTaken, otherTimes, readPieces } from "./equipment.checks";
import { freePieces } from "./equipment.sql";
import { readRooms, refusalOf, requireBookable, requireTime, type RoomToBook } from "./room.checks";
import { freeCars, freeRooms } from "./rooms.sql";
import { datesOf, type SeriesDate } from "./series/series.dates";

const mostOffered = 50;
/** Alternatives cost some reading each. */
const mostWithAlternatives = 20;

async function roomOf(tx: Tx, actor: Actor, id: number | undefined): Promise<RoomToBook | null> {
  if (id === undefined) return null;
  return (await readRooms(tx, actor, [id])).get(id) ?? null;
}

interface DayOff {
  date: string;
  name: string | null;
  translations: Translations<string>;
  on_leave: boolean;
}

/** What whoever asks has on each of these days: neither keeps anybody from booking. */
async function offOn(tx: Tx, actor: Actor, dates: readonly SeriesDate[], language: Language) {
  const rows = await tx.rows<DayOff>(daysOff, [dates.map(({ date }) => date), actor.id]);
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return ({ date }: SeriesDate) => {
    const { name = null, translations = {}, on_leave = false } = byDate.get(date) ?? {};
    return { holiday: name && nameIn(language, { name, translations }), on_leave };
  };
}

type Asked = InferType<typeof previewSchema>;

/** Each date of a series as it would be: free, taken by whom, refused by the room, a day off. Nothing is held. */
export async function previewBooking(tx: Tx, actor: Actor, input: Asked, language: Language) {
  const now = Date.now();
  if (input.bookable_type !== "car" && input.bookable_id === undefined) throw invalid("bookable_id", "field.required");
  if (input.bookable_type === "car" && input.car_type) requireCarType(input.car_type);
  requireBookable(input, now);
  const room = await roomOf(tx, actor, input.bookable_type === "room" ? input.bookable_id : undefined);
  const byItself = input.bookable_type === "equipment";
  const known = [...(await readPieces(tx, piecesIn(input), [], byItself ? "bookable_id" : "equipment")).values()];
  const own = byItself ? (known.find(({ id }) => id === input.bookable_id) ?? null) : null;
  const series = datesOf({ ...input, timeZone: await zoneOf(tx, room ?? own) });
  const wanted = room ? series.dates.map((date) => wantedIn(room, date)) : [];
  const conflicts = (room ? await conflictsOf(tx, wanted) : []).map((each) => ({
    each,
    from: Date.parse(each.start_date),
    until: Date.parse(each.end_date),
  }));
  const ofPieces = await equipmentTaken(
    tx,
    series.dates.map((date) => wantedPieces(date, known)),
    [],
  );
  const off = await offOn(tx, actor, series.dates, language);
  let asked = 0;
  const dates: PreviewDate[] = [];
  for (const date of series.dates) {
    const of = room ? meeting(date, conflicts, room) : [];
    const refusal = (room && refusalOf(room, date, actor, now)) ?? closedPiece(known, byItself, date);
    const pieces = ofPieces.conflicts.filter((each) => overlaps(date, each));
    const isFree = of.length === 0 && refusal === null;
    const free = isFree && pieces.length === 0;
    // Another room is no help where a piece is taken that goes along.
    const asks = (byItself ? !free : !isFree && room !== null) && asked++ < mostWithAlternatives;
    const alternatives = !asks
      ? []
      : room
        ? await alternativesOf(tx, actor, room, wantedIn(room, date), now)
        : await otherPieces(tx, known, date, now);
    const why = { refusal: refusal?.[1] ?? null, conflicts: [...of, ...pieces] };
    dates.push({ ...date, ...off(date), free, ...why, alternatives });
  }
  return { dates, skipped: series.skipped, rrule: series.rrule };
}

const wantedPieces = ({ start_date, end_date }: When, pieces: readonly PieceToBook[]) => ({
  starts_at: start_date,
  ends_at: end_date,
  pieces: pieces.map(({ id }) => id),
});

/** Of equipment by itself: others of its kind then, and the same at another time. */
async function otherPieces(tx: Tx, pieces: readonly PieceToBook[], when: When, now: number): Promise<Alternative[]> {
  const wanted = wantedPieces(when, pieces);
  const { alternatives } = await equipmentTaken(tx, [wanted], []);
  return [...alternatives, ...(await otherTimes(tx, pieces, wanted, [], now))];
}

const overlaps = (date: SeriesDate, other: { start_date: string; end_date: string }) =>
  other.start_date < date.end_date && date.start_date < other.end_date;

/** Moments are read once: two hundred dates are held against what thousands of others have booked. */
function meeting<Other>(
  date: SeriesDate,
  others: readonly { each: Other; from: number; until: number }[],
  room: RoomToBook,
): Other[] {
  const from = Date.parse(date.start_date) - room.buffer_before_minutes * 60_000;
  const until = Date.parse(date.end_date) + room.buffer_after_minutes * 60_000;
  return others.flatMap((other) => (other.from < until && from < other.until ? [other.each] : []));
}

interface When {
  start_date: string;
  end_date: string;
}

/** Whether a piece of equipment is free then; without one, which are. */
async function checkEquipment(tx: Tx, { bookable_id, start_date, end_date }: InferType<typeof checkDateQuery>) {
  if (bookable_id === undefined) {
    const available = await tx.rows<{ id: number; name: string }>(freePieces, [start_date, end_date, mostOffered]);
    return { free: available.length > 0, available, conflicts: [], alternatives: [] };
  }
  const pieces = [...(await readPieces(tx, [bookable_id], [], "bookable_id")).values()];
  const when = { start_date, end_date };
  const { conflicts } = await equipmentTaken(tx, [wantedPieces(when, pieces)], []);
  const free = conflicts.length === 0 && closedPiece(pieces, true, when) === null;
  const alternatives = free ? [] : await otherPieces(tx, pieces, when, Date.now());
  return { free, available: free ? pieces.map(({ id, name }) => ({ id, name })) : [], conflicts, alternatives };
}

/** Whether a room, a piece, or any car of a type, is free then; without either, what is. */
export async function checkDate(tx: Tx, actor: Actor, query: InferType<typeof checkDateQuery>) {
  requireTime(query);
  if (query.bookable_type === "equipment") return checkEquipment(tx, query);
  const when = [query.start_date, query.end_date];
  if (query.bookable_type === "car" || query.car_type) {
    const available = await tx.rows<{ id: number; name: string }>(freeCars, [
      query.car_type ?? null,
      ...when,
      mostOffered,
    ]);
    return { free: available.length > 0, available, conflicts: [], alternatives: [] };
  }
  const room = await roomOf(tx, actor, query.bookable_id);
  if (!room) {
    const available = await tx.rows<{ id: number; name: string }>(freeRooms, [null, ...when, mostOffered]);
    return { free: available.length > 0, available, conflicts: [], alternatives: [] };
  }
  const wanted = wantedIn(room, query);
  const conflicts = await conflictsOf(tx, [wanted]);
  const free = conflicts.length === 0 && refusalOf(room, query, actor, Date.now()) === null;
  const alternatives = free ? [] : await alternativesOf(tx, actor, room, wanted, Date.now());
  return { free, available: free ? [{ id: room.id, name: room.name }] : [], conflicts, alternatives };
}
