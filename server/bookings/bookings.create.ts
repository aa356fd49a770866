import type { InferType } from "yup";
import type { bookingSchema } from "../../shared/bookings/bookings.schema";
import type { Reservation, Taken } from "../../shared/bookings/bookings.contract";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { askForBookings } from "../reservations/booking-requests.service";
import { inviteGuests, requireOutside } from "./guests.service";
import { presentBookings } from "./bookings-presented.service";
import * as statements from "./bookings.sql";
import { bookedAhead, requireFewLetters, requireRoomAhead } from "./bookings.ahead";
import { basketFor, datesInBasket, piecesIn, requireBasket, requireWhat, roomIn, type What } from "./bookings.basket";
import { invite, invitedPeople, requireTellable } from "./participants/participants.service";
import { tellBookings } from "./bookings-tell.service";
import { takenBy, takenInBasket, wantedIn } from "./bookings.lost";
import { unlessOccupied } from "./bookings.taken";
import { closedPiece, type PieceToBook, piecesFor } from "./equipment.checks";
import { refusalOf, requireBookable, type RoomToBook, roomsFor } from "./room.checks";
import { tenantZone } from "./rooms.sql";
import { datesOf, type Series, type SeriesDate } from "./series/series.dates";

type Input = InferType<typeof bookingSchema>;

export interface Created {
  data: Reservation;
  series_id: number | null;
  dates: Reservation[];
}

/** One date as it is to be saved: where and when it was chosen to be. */
interface ChosenDate extends SeriesDate {
  room: RoomToBook | null;
  /** What goes along; of equipment by itself all of it. */
  pieces: PieceToBook[];
  changed: boolean;
  what: What;
}

/** Whose wall clock a series keeps: that of the room or piece, of cars the organisation's. */
export async function zoneOf(tx: Tx, of: { time_zone: string } | null): Promise<string> {
  return of?.time_zone ?? (await tx.one<{ time_zone: string }>(tenantZone))?.time_zone ?? "UTC";
}

/** The dates of the series that are kept, each where and when it was chosen to be. */
function chosenDates(
  series: Series,
  what: What,
  choices: NonNullable<Input["dates"]>,
  room: (id?: number) => RoomToBook | null,
  pieces: (id?: number) => PieceToBook[],
) {
  const byDate = new Map(choices.map((choice) => [choice.date, choice]));
  return series.dates.flatMap((date): ChosenDate[] => {
    const choice = byDate.get(date.date);
    if (choice?.skip) return [];
    return [
      {
        ...date,
        start_date: choice?.start_date ?? date.start_date,
        end_date: choice?.end_date ?? date.end_date,
        room: room(choice?.bookable_id),
        pieces: pieces(choice?.bookable_id),
        changed: Boolean(choice?.bookable_id ?? choice?.start_date ?? choice?.end_date),
        what,
      },
    ];
  });
}

/** @throws Problem 422 at its field; of a series at the date's, `dates.2.start_date`. */
export function requireAllowed(dates: readonly ChosenDate[], isSeries: boolean, actor: Actor, now: number): void {
  for (const [n, date] of dates.entries()) {
    const at = isSeries ? `dates.${n}.` : "";
    requireBookable(date, now);
    const refusal =
      (date.room && refusalOf(date.room, date, actor, now)) ??
      closedPiece(date.pieces, date.what.bookable_type === "equipment", date);
    if (refusal) throw invalid(`${at}${refusal[0]}`, refusal[1]);
  }
}

/** What is asked for in it fills no slot until it is approved. */
export const holdsNothing = (room: Pick<RoomToBook, "auto_approve" | "pending_blocks">): boolean =>
  !room.auto_approve && !room.pending_blocks;

/** Approved at once where nothing of it has to be asked for; a car always has to. */
const isGranted = ({ what, room, pieces }: ChosenDate): boolean =>
  what.bookable_type !== "car" && (room?.auto_approve ?? true) && pieces.every(({ auto_approve }) => auto_approve);

/** For what holds nothing: no constraint meets it before it is approved. @throws Problem 409 with who has it already. */
export async function requireFree(taken: () => Promise<Taken>): Promise<void> {
  const record = await taken();
  if (record.conflicts.length > 0) throw new Problem("booking.taken", { record });
}

/**
 * Books, all dates or none.
 * @throws Problem 422 for what is wrong or against a room's rules; 409 with who has it and what is free instead, and for more than one
 * person books ahead.
 */
export async function createBooking(tx: Tx, actor: Actor, input: Input): Promise<Created> {
  requireWhat(input);
  requireBasket(input);
  const now = Date.now();
  requireBookable(input, now);
  const own = input.bookable_type === "room" ? (input.bookable_id as number) : null;
  const elsewhere = (input.dates ?? []).flatMap(({ bookable_id }) => bookable_id ?? []);
  if (input.bookable_type === "car" && elsewhere.length > 0) throw invalid("dates", "field.invalid");
  const basket = input.basket ?? [];
  const ahead = await bookedAhead(tx, actor.id);
  const wantedRooms = [...roomIn(input), ...(own === null ? [] : elsewhere), ...basket.flatMap(roomIn)];
  const rooms = wantedRooms.length > 0 ? await roomsFor(tx, actor, wantedRooms) : new Map<number, RoomToBook>();
  const known = await knownPieces(tx, input, elsewhere);
  const roomOf = (id?: number) => (own === null ? null : (rooms.get(id ?? own) as RoomToBook));
  const piecesOf = (id?: number) =>
    piecesIn({ ...input, bookable_id: id ?? input.bookable_id }).map((each) => known.get(each) as PieceToBook);
  const byItself = input.bookable_type === "equipment" ? piecesOf() : [];
  const timeZone = await zoneOf(tx, roomOf() ?? byItself[0] ?? null);
  const series = datesOf({ ...input, timeZone });
  const isSeries = series.rrule !== null;
  const dates = chosenDates(series, input, isSeries ? (input.dates ?? []) : [], roomOf, piecesOf);
  if (dates.length === 0) throw invalid("dates", "field.seriesEmpty");
  requireAllowed(dates, isSeries, actor, now);
  dates.push(...datesInBasket(basket, dates[0] as ChosenDate, rooms, known, { actor, now }));
  requireRoomAhead(
    ahead,
    dates.map(({ what }) => what.bookable_type),
  );
  const users = await invitedPeople(tx, input, actor.id);
  requireTellable(dates.length, users.length);
  const guests = await requireOutside(tx, input.guests ?? []);
  const seriesId = isSeries ? await insertSeries(tx, input, series, timeZone) : null;
  const wanted = dates.flatMap((date) => (date.room ? [wantedIn(date.room, date)] : []));
  const pieces = { wanted: dates.map(wantedPieces), byItself };
  const taken = () =>
    basket.length > 0
      ? takenInBasket(tx, actor, [...rooms.values()], wanted, pieces)
      : takenBy(tx, actor, [...rooms.values()], wanted, [], pieces);
  if (dates.some(({ room }) => room && holdsNothing(room))) await requireFree(taken);
  const ids = await unlessOccupied(
    tx,
    async () => insertDates(tx, actor, input, dates, { series: seriesId, basket: await basketFor(tx, basket) }),
    taken,
  );
  await requireFewLetters(tx, actor.id);
  // Who comes is invited to the first of a basket, and to all dates of a series.
  const meetings = ids.slice(0, dates.length - basket.length);
  await invite(tx, actor.id, meetings, users);
  await askForBookings(tx, ids);
  await inviteGuests(tx, actor, meetings, guests);
  const rows = await tellBookings(tx, "booking.created", ids);
  const presented = await presentBookings(tx, actor, rows, now);
  return { data: presented[0] as Reservation, series_id: seriesId, dates: presented };
}

const wantedPieces = ({ start_date, end_date, pieces }: ChosenDate) => ({
  starts_at: start_date,
  ends_at: end_date,
  pieces: pieces.map(({ id }) => id),
});

/** All pieces that are wanted, locked: what is booked by itself, on some dates another, and what goes along. @throws Problem 422. */
function knownPieces(tx: Tx, { basket = [], ...input }: Input, elsewhere: readonly number[]) {
  const isByItself = input.bookable_type === "equipment";
  const own = isByItself ? [...elsewhere, ...piecesIn(input)] : piecesIn(input);
  return piecesFor(tx, [...own, ...basket.flatMap(piecesIn)], [], isByItself ? "bookable_id" : "equipment");
}

async function insertSeries(tx: Tx, { repeat }: Input, { rrule }: Series, timeZone: string): Promise<number> {
  const row = await tx.one<{ id: number }>(statements.insertSeries, [repeat, rrule, timeZone]);
  if (!row) throw new Problem("internal");
  return row.id;
}

async function insertDates(
  tx: Tx,
  actor: Actor,
  input: Input,
  dates: readonly ChosenDate[],
  { series, basket }: { series: number | null; basket: number | null },
) {
  const rows = dates.map((chosen) => {
    const { room, what, pieces, ...date } = chosen;
    return {
      bookable_type: what.bookable_type,
      room_id: room?.id ?? null,
      car_type: what.bookable_type === "car" ? what.car_type : null,
      seats: what.seats ?? null,
      from_place: what.from_place || null,
      to_place: what.to_place || null,
      purpose: what.purpose || null,
      driver_needed: what.driver_needed ?? false,
      requester_id: actor.id,
      title: input.title,
      note: input.note || null,
      private: input.private ?? false,
      status: isGranted(chosen) ? "approved" : "pending",
      starts_at: date.start_date,
      ends_at: date.end_date,
      buffer_before_minutes: room?.buffer_before_minutes ?? 0,
      buffer_after_minutes: room?.buffer_after_minutes ?? 0,
      series_id: series,
      series_date: series === null ? null : date.date,
      series_changed: date.changed,
      equipment_ids: pieces.map(({ id }) => id),
      pending_blocks: !room || !holdsNothing(room),
      basket_id: basket,
    };
  });
  const made = await tx.rows<{ id: number }>(statements.insertBookings, [JSON.stringify(rows)]);
  return made.map(({ id }) => id);
}
