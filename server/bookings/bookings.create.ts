import type { InferType } from "yup";
import type { bookingSchema } from "../../shared/bookings/bookings.schema";
import type { Reservation, Taken } from "../../shared/bookings/bookings.contract";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { askForBookings } from "../reservations/booking-requests.service";
import { inviteGuests, requireOutside } from "./guests.service";
import { presentBooking } from "./bookings.present";
import * as statements from "./bookings.sql";
import { tellBookings } from "./bookings-tell.service";
import { alternativesOf, conflictsOf, unlessOccupied, type Wanted } from "./bookings.taken";
import { equipmentTaken, piecesFor } from "./equipment.checks";
import { refusalOf, requireBookable, type RoomToBook, roomsFor } from "./room.checks";
import { tenantZone } from "./rooms.sql";
import { datesOf, type Series, type SeriesDate } from "./series.dates";

type Input = InferType<typeof bookingSchema>;

export interface Created {
  data: Reservation;
  series_id: number | null;
  dates: Reservation[];
}

/** One date as it is to be saved: where and when it was chosen to be. */
interface ChosenDate extends SeriesDate {
  room: RoomToBook | null;
  changed: boolean;
}

/** Whose wall clock a series keeps: the room's, of cars the organisation's. */
export async function zoneOf(tx: Tx, room: RoomToBook | null): Promise<string> {
  return room?.time_zone ?? (await tx.one<{ time_zone: string }>(tenantZone))?.time_zone ?? "UTC";
}

/** @throws Problem 422 for people who can't be invited. */
export async function requireInvitable(tx: Tx, bookings: readonly number[], users: readonly number[]): Promise<void> {
  const known = await tx.rows<{ id: number }>(statements.mayBeInvited, [bookings, users]);
  if (known.length < users.length) throw invalid("participants", "field.unknown");
}

export const wantedIn = (room: RoomToBook, when: { start_date: string; end_date: string }): Wanted => ({
  room_id: room.id,
  starts_at: when.start_date,
  ends_at: when.end_date,
  buffer_before_minutes: room.buffer_before_minutes,
  buffer_after_minutes: room.buffer_after_minutes,
});

function requireWhat(input: Input): void {
  if (input.bookable_type === "room" && input.bookable_id === undefined) throw invalid("bookable_id", "field.required");
  if (input.bookable_type === "car" && !input.car_type) throw invalid("car_type", "field.required");
  if (input.bookable_type === "car" && input.equipment?.length) throw invalid("equipment", "field.invalid");
}

/** The dates of the series that are kept, each where and when it was chosen to be. */
function chosenDates(series: Series, choices: NonNullable<Input["dates"]>, room: (id?: number) => RoomToBook | null) {
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
        changed: Boolean(choice?.bookable_id ?? choice?.start_date ?? choice?.end_date),
      },
    ];
  });
}

/** @throws Problem 422 at its field; of a series at the date's, `dates.2.start_date`. */
export function requireAllowed(dates: readonly ChosenDate[], isSeries: boolean, actor: Actor, now: number): void {
  for (const [n, date] of dates.entries()) {
    const at = isSeries ? `dates.${n}.` : "";
    requireBookable(date, now);
    const refusal = date.room && refusalOf(date.room, date, actor, now);
    if (refusal) throw invalid(`${at}${refusal[0]}`, refusal[1]);
  }
}

/** What is asked for in it fills no slot until it is approved. */
export const holdsNothing = (room: Pick<RoomToBook, "auto_approve" | "pending_blocks">): boolean =>
  !room.auto_approve && !room.pending_blocks;

/** For what holds nothing: no constraint meets it before it is approved. @throws Problem 409 with who has it already. */
export async function requireFree(taken: () => Promise<Taken>): Promise<void> {
  const record = await taken();
  if (record.conflicts.length > 0) throw new Problem("booking.taken", { record });
}

/** What a booking that lost is told. */
export async function takenBy(
  tx: Tx,
  actor: Actor,
  rooms: readonly RoomToBook[],
  wanted: readonly Wanted[],
  own: number[] = [],
  pieces: readonly number[] = [],
) {
  const ofPieces = await equipmentTaken(tx, pieces, wanted, own);
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
    ],
  };
  return taken;
}

/**
 * Books, all dates or none.
 * @throws Problem 422 for what is wrong or against a room's rules; 409 with who has it and what is free instead.
 */
export async function createBooking(tx: Tx, actor: Actor, input: Input): Promise<Created> {
  requireWhat(input);
  const now = Date.now();
  requireBookable(input, now);
  const own = input.bookable_type === "room" ? (input.bookable_id as number) : null;
  const elsewhere = (input.dates ?? []).flatMap(({ bookable_id }) => bookable_id ?? []);
  if (own === null && elsewhere.length > 0) throw invalid("dates", "field.invalid");
  const rooms = own === null ? new Map<number, RoomToBook>() : await roomsFor(tx, actor, [own, ...elsewhere]);
  const pieces = await piecesFor(tx, input.equipment ?? []);
  const roomOf = (id?: number) => (own === null ? null : (rooms.get(id ?? own) as RoomToBook));
  const timeZone = await zoneOf(tx, roomOf());
  const series = datesOf({ ...input, timeZone });
  const isSeries = series.rrule !== null;
  const dates = chosenDates(series, isSeries ? (input.dates ?? []) : [], roomOf);
  if (dates.length === 0) throw invalid("dates", "field.seriesEmpty");
  requireAllowed(dates, isSeries, actor, now);
  const users = [...new Set(input.participants ?? [])].filter((id) => id !== actor.id);
  await requireInvitable(tx, [], users);
  const guests = await requireOutside(tx, input.guests ?? []);
  const seriesId = isSeries ? await insertSeries(tx, input, series, timeZone) : null;
  const wanted = dates.flatMap((date) => (date.room ? [wantedIn(date.room, date)] : []));
  const taken = () => takenBy(tx, actor, [...rooms.values()], wanted, [], pieces);
  if (dates.some(({ room }) => room && holdsNothing(room))) await requireFree(taken);
  const ids = await unlessOccupied(
    tx,
    () => insertDates(tx, actor, { ...input, equipment: pieces }, dates, seriesId),
    taken,
  );
  if (users.length > 0) await tx.rows(statements.addParticipants, [ids, users]);
  await askForBookings(tx, ids);
  await inviteGuests(tx, ids, guests);
  const rows = await tellBookings(tx, "booking.created", ids);
  const presented = rows.map((row) => presentBooking(row, actor, now));
  return { data: presented[0] as Reservation, series_id: seriesId, dates: presented };
}

async function insertSeries(tx: Tx, { repeat }: Input, { rrule }: Series, timeZone: string): Promise<number> {
  const row = await tx.one<{ id: number }>(statements.insertSeries, [repeat, rrule, timeZone]);
  if (!row) throw new Problem("internal");
  return row.id;
}

async function insertDates(tx: Tx, actor: Actor, input: Input, dates: readonly ChosenDate[], seriesId: number | null) {
  const rows = dates.map((date) => ({
    bookable_type: input.bookable_type,
    room_id: date.room?.id ?? null,
    car_type: date.room ? null : input.car_type,
    seats: input.seats ?? null,
    from_place: input.from_place || null,
    to_place: input.to_place || null,
    purpose: input.purpose || null,
    driver_needed: input.driver_needed ?? false,
    requester_id: actor.id,
    title: input.title,
    note: input.note || null,
    private: input.private ?? false,
    status: date.room?.auto_approve ? "approved" : "pending",
    starts_at: date.start_date,
    ends_at: date.end_date,
    buffer_before_minutes: date.room?.buffer_before_minutes ?? 0,
    buffer_after_minutes: date.room?.buffer_after_minutes ?? 0,
    series_id: seriesId,
    series_date: seriesId === null ? null : date.date,
    series_changed: date.changed,
    equipment_ids: input.equipment ?? [],
    pending_blocks: date.room?.pending_blocks ?? true,
  }));
  const made = await tx.rows<{ id: number }>(statements.insertBookings, [JSON.stringify(rows)]);
  return made.map(({ id }) => id);
}
