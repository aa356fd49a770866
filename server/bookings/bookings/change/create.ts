import type { InferType } from "yup";
import type { bookingSchema } from "../../../../shared/bookings/bookings/bookings.schema";
import type { BookingWithPermissions, BookingConflicts } from "../../../../shared/bookings/bookings/bookings.contract";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { requestBookingApprovals } from "../approval/booking-requests.service";
import { inviteGuests, requireExternalAddresses } from "../participants/guests.service";
import { presentBookings } from "../bookings-presenter.service";
import * as statements from "../bookings.sql";
import { countUpcomingBookings, enforceTextLimit, enforceBookingLimit } from "./limits";
import {
  createBasket,
  datesOfBasketItems,
  equipmentIdsOf,
  requireBasket,
  requireResource,
  roomIdsOf,
  type BookedResource,
} from "./basket";
import { inviteParticipants, resolveInvitees, enforceNotificationLimit } from "../participants/participants.service";
import { emitBookings } from "../bookings-events.service";
import { describeConflict, describeBasketConflicts, requestedSlotOf } from "../availability/conflicts";
import { catchSlotConflict } from "../availability/alternatives";
import {
  equipmentHoursRefusal,
  type BookableEquipment,
  lockEquipmentForBooking,
} from "../availability/equipment.checks";
import {
  enforceRoomCapacity,
  roomRefusalOf,
  requireRoomBookable,
  type BookableRoom,
  lockRoomsForBooking,
} from "../availability/room.checks";
import { selectTenantTimeZone } from "../availability/rooms.sql";
import { expandSeries, type Series, type SeriesDate } from "../series.dates";

type Input = InferType<typeof bookingSchema>;

export interface CreatedBookings {
  data: BookingWithPermissions;
  series_id: number | null;
  dates: BookingWithPermissions[];
}

interface ChosenDate extends SeriesDate {
  room: BookableRoom | null;
  /** Additional pieces; for an equipment-only booking all of them. */
  pieces: BookableEquipment[];
  changed: boolean;
  what: BookedResource;
}

/** Returns the time zone of a series: the zone of the room or piece of equipment, or the tenant's zone for cars. */
export async function seriesTimeZoneOf(tx: Tx, of: { time_zone: string } | null): Promise<string> {
  return of?.time_zone ?? (await tx.one<{ time_zone: string }>(selectTenantTimeZone))?.time_zone ?? "UTC";
}

function chosenDates(
  series: Series,
  what: BookedResource,
  choices: NonNullable<Input["dates"]>,
  room: (id?: number) => BookableRoom | null,
  pieces: (id?: number) => BookableEquipment[],
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

/** @throws Problem 422 at the field; in a series at the field of the date, such as `dates.2.start_date`. */
export function requireDatesAllowed(dates: readonly ChosenDate[], isSeries: boolean, actor: Actor, now: number): void {
  for (const [n, date] of dates.entries()) {
    const at = isSeries ? `dates.${n}.` : "";
    requireRoomBookable(date, now);
    const refusal =
      (date.room && roomRefusalOf(date.room, date, actor, now)) ??
      equipmentHoursRefusal(date.pieces, date.what.bookable_type === "equipment", date);
    if (refusal) throw invalidFieldProblem(`${at}${refusal[0]}`, refusal[1]);
  }
}

/** Whether bookings of this room need approval and occupy no slot while they are pending. */
export const occupiesNoSlot = (room: Pick<BookableRoom, "auto_approve" | "pending_blocks">): boolean =>
  !room.auto_approve && !room.pending_blocks;

/** Whether neither the room nor any piece needs approval; cars always need it. */
const isAutoApproved = ({ what, room, pieces }: ChosenDate): boolean =>
  what.bookable_type !== "car" && (room?.auto_approve ?? true) && pieces.every(({ auto_approve }) => auto_approve);

/**
 * Availability check for bookings that occupy no slot, which the database constraint doesn't cover. @throws Problem 409 with the conflicts.
 */
export async function requireNoConflicts(taken: () => Promise<BookingConflicts>): Promise<void> {
  const record = await taken();
  if (record.conflicts.length > 0) throw new Problem("booking.taken", { record });
}

/**
 * Creates a booking with all its dates, or none.
 * @throws Problem 422 for invalid input and violations of the room's rules; 409 with conflicts and alternatives, and when the user has too
 *   many upcoming bookings.
 */
export async function createBooking(
  tx: Tx,
  actor: Actor,
  input: Input,
  /** An existing series that gets additional dates. */
  goesOn: { id: number; timeZone: string; series: Series } | null = null,
): Promise<CreatedBookings> {
  requireResource(input);
  requireBasket(input);
  const now = Date.now();
  requireRoomBookable(input, now);
  const own = input.bookable_type === "room" ? (input.bookable_id as number) : null;
  const elsewhere = (input.dates ?? []).flatMap(({ bookable_id }) => bookable_id ?? []);
  if (input.bookable_type === "car" && elsewhere.length > 0) throw invalidFieldProblem("dates", "field.invalid");
  const basket = input.basket ?? [];
  const ahead = await countUpcomingBookings(tx, actor.id);
  const wantedRooms = [...roomIdsOf(input), ...(own === null ? [] : elsewhere), ...basket.flatMap(roomIdsOf)];
  const rooms =
    wantedRooms.length > 0 ? await lockRoomsForBooking(tx, actor, wantedRooms) : new Map<number, BookableRoom>();
  const known = await lockRequestedEquipment(tx, input, elsewhere);
  const roomOf = (id?: number) => (own === null ? null : (rooms.get(id ?? own) as BookableRoom));
  const piecesOf = (id?: number) =>
    equipmentIdsOf({ ...input, bookable_id: id ?? input.bookable_id }).map(
      (each) => known.get(each) as BookableEquipment,
    );
  const byItself = input.bookable_type === "equipment" ? piecesOf() : [];
  const timeZone = goesOn?.timeZone ?? (await seriesTimeZoneOf(tx, roomOf() ?? byItself[0] ?? null));
  const series = goesOn?.series ?? expandSeries({ ...input, timeZone });
  const isSeries = series.rrule !== null;
  const dates = chosenDates(series, input, isSeries ? (input.dates ?? []) : [], roomOf, piecesOf);
  if (dates.length === 0) throw invalidFieldProblem("dates", "field.seriesEmpty");
  requireDatesAllowed(dates, isSeries, actor, now);
  dates.push(...datesOfBasketItems(basket, dates[0] as ChosenDate, rooms, known, { actor, now }));
  enforceBookingLimit(
    ahead,
    dates.map(({ what }) => what.bookable_type),
  );
  const users = await resolveInvitees(tx, input, actor.id);
  enforceNotificationLimit(dates.length, users.length);
  const guests = await requireExternalAddresses(tx, input.guests ?? []);
  const seriesId = goesOn?.id ?? (isSeries ? await insertSeries(tx, input, series, timeZone) : null);
  const wanted = dates.flatMap((date) => (date.room ? [requestedSlotOf(date.room, date)] : []));
  const pieces = { wanted: dates.map(requestedEquipment), byItself };
  const people = 1 + users.length + guests.length;
  const taken = () =>
    basket.length > 0
      ? describeBasketConflicts(tx, actor, [...rooms.values()], wanted, { pieces, people })
      : describeConflict(tx, actor, [...rooms.values()], wanted, { pieces, people });
  if (dates.some(({ room }) => room && occupiesNoSlot(room))) await requireNoConflicts(taken);
  const ids = await catchSlotConflict(
    tx,
    async () => insertDates(tx, actor, input, dates, { series: seriesId, basket: await createBasket(tx, basket) }),
    taken,
  );
  await enforceTextLimit(tx, actor.id);
  // Participants are invited to the first item of a basket and to all dates of a series.
  const meetings = ids.slice(0, dates.length - basket.length);
  await inviteParticipants(tx, actor.id, meetings, users);
  await requestBookingApprovals(tx, ids);
  await inviteGuests(tx, actor, meetings, guests);
  await enforceRoomCapacity(tx, rooms.values(), meetings);
  const rows = await emitBookings(tx, "booking.created", ids);
  const presented = await presentBookings(tx, actor, rows, now);
  return { data: presented[0] as BookingWithPermissions, series_id: seriesId, dates: presented };
}

const requestedEquipment = ({ start_date, end_date, pieces }: ChosenDate) => ({
  starts_at: start_date,
  ends_at: end_date,
  pieces: pieces.map(({ id }) => id),
});

/** Locks all requested pieces: the main piece, those chosen for other dates, and additional ones. @throws Problem 422. */
function lockRequestedEquipment(tx: Tx, { basket = [], ...input }: Input, elsewhere: readonly number[]) {
  const isByItself = input.bookable_type === "equipment";
  const own = isByItself ? [...elsewhere, ...equipmentIdsOf(input)] : equipmentIdsOf(input);
  return lockEquipmentForBooking(
    tx,
    [...own, ...basket.flatMap(equipmentIdsOf)],
    [],
    isByItself ? "bookable_id" : "equipment",
  );
}

async function insertSeries(
  tx: Tx,
  { repeat, start_date }: Input,
  { rrule }: Series,
  timeZone: string,
): Promise<number> {
  const row = await tx.one<{ id: number }>(statements.insertSeries, [repeat, rrule, timeZone, start_date]);
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
      at_door: false,
      title: input.title,
      note: input.note || null,
      private: input.private ?? false,
      status: isAutoApproved(chosen) ? "approved" : "pending",
      starts_at: date.start_date,
      ends_at: date.end_date,
      buffer_before_minutes: room?.buffer_before_minutes ?? 0,
      buffer_after_minutes: room?.buffer_after_minutes ?? 0,
      series_id: series,
      series_date: series === null ? null : date.date,
      series_changed: date.changed,
      equipment_ids: pieces.map(({ id }) => id),
      pending_blocks: !room || !occupiesNoSlot(room),
      basket_id: basket,
    };
  });
  const made = await tx.rows<{ id: number }>(statements.insertBookings, [JSON.stringify(rows)]);
  return made.map(({ id }) => id);
}
