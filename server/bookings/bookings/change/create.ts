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
import { createBasket, datesOfBasketItems, requireResources } from "./basket";
import { bookingColumns, occupiesNoSlot } from "./booking-row";
import { inviteParticipants, resolveInvitees, enforceNotificationLimit } from "../participants/participants.service";
import { emitBookings } from "../bookings-events.service";
import { describeConflict, describeBasketConflicts, requestedSlotOf } from "../availability/conflicts";
import { catchSlotConflict } from "../availability/alternatives";
import {
  type BookableEquipment,
  lockEquipmentForBooking,
  requestedEquipmentOf,
} from "../availability/equipment.checks";
import {
  enforceRoomCapacity,
  requireRoomBookable,
  type BookableRoom,
  lockRoomsForBooking,
} from "../availability/room.checks";
import { selectTenantTimeZone } from "../availability/rooms.sql";
import {
  type BookableResources,
  equipmentIdsOf,
  type RequestedResource,
  resourceKinds,
  roomIdsOf,
} from "../resource-kinds";
import { expandSeries, type Series, type SeriesDate } from "../series.dates";

type Input = InferType<typeof bookingSchema>;

export interface CreatedBookings {
  data: BookingWithPermissions;
  series_id: number | null;
  dates: BookingWithPermissions[];
}

interface ChosenDate extends SeriesDate, BookableResources {
  /** Whether the user chose another time or resource for this date of the series. */
  isEdited: boolean;
  resource: RequestedResource;
}

/** Returns the time zone of a series: the zone of the room or piece of equipment, or the tenant's zone for cars. */
export async function seriesTimeZoneOf(tx: Tx, of: { time_zone: string } | null): Promise<string> {
  return of?.time_zone ?? (await tx.one<{ time_zone: string }>(selectTenantTimeZone))?.time_zone ?? "UTC";
}

function chosenDates(
  series: Series,
  resource: RequestedResource,
  choices: NonNullable<Input["dates"]>,
  resourcesOf: (otherId?: number) => BookableResources,
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
        ...resourcesOf(choice?.bookable_id),
        isEdited: Boolean(choice?.bookable_id ?? choice?.start_date ?? choice?.end_date),
        resource,
      },
    ];
  });
}

/** @throws Problem 422 at the field; in a series at the field of the date, such as `dates.2.start_date`. */
export function requireDatesAllowed(dates: readonly ChosenDate[], isSeries: boolean, actor: Actor, now: number): void {
  for (const [n, date] of dates.entries()) {
    const at = isSeries ? `dates.${n}.` : "";
    requireRoomBookable(date, now);
    const refusal = resourceKinds[date.resource.bookable_type].refusalOf(date, date, actor, now);
    if (refusal) throw invalidFieldProblem(`${at}${refusal[0]}`, refusal[1]);
  }
}

/**
 * Availability check for bookings that occupy no slot, which the database constraint doesn't cover. @throws Problem 409 with the conflicts.
 */
export async function requireNoConflicts(describeConflicts: () => Promise<BookingConflicts>): Promise<void> {
  const record = await describeConflicts();
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
  extendedSeries: { id: number; timeZone: string; series: Series } | null = null,
): Promise<CreatedBookings> {
  requireResources(input);
  const now = Date.now();
  requireRoomBookable(input, now);
  const kind = resourceKinds[input.bookable_type];
  const otherIds = (input.dates ?? []).flatMap(({ bookable_id }) => bookable_id ?? []);
  if (kind.isBookedByType && otherIds.length > 0) throw invalidFieldProblem("dates", "field.invalid");
  const basket = input.basket ?? [];
  const upcomingCounts = await countUpcomingBookings(tx, actor.id);
  const roomIds = [...roomIdsOf(input), ...otherIds.flatMap(kind.roomIds), ...basket.flatMap(roomIdsOf)];
  const roomById = roomIds.length > 0 ? await lockRoomsForBooking(tx, actor, roomIds) : new Map<number, BookableRoom>();
  const pieceById = await lockEquipmentForBooking(
    tx,
    [...otherIds.flatMap(kind.equipmentIds), ...equipmentIdsOf(input), ...basket.flatMap(equipmentIdsOf)],
    [],
    kind.equipmentField,
  );
  const resourcesOf = (otherId?: number): BookableResources => {
    const resource = { ...input, bookable_id: otherId ?? input.bookable_id };
    return {
      room: roomIdsOf(resource).map((id) => roomById.get(id) as BookableRoom)[0] ?? null,
      pieces: equipmentIdsOf(resource).map((id) => pieceById.get(id) as BookableEquipment),
    };
  };
  const { room, pieces } = resourcesOf();
  const reschedulablePieces = kind.reschedulablePieces(pieces);
  const timeZone = extendedSeries?.timeZone ?? (await seriesTimeZoneOf(tx, room ?? reschedulablePieces[0] ?? null));
  const series = extendedSeries?.series ?? expandSeries({ ...input, timeZone });
  const isSeries = series.rrule !== null;
  const dates = chosenDates(series, input, isSeries ? (input.dates ?? []) : [], resourcesOf);
  if (dates.length === 0) throw invalidFieldProblem("dates", "field.seriesEmpty");
  requireDatesAllowed(dates, isSeries, actor, now);
  dates.push(...datesOfBasketItems(basket, dates[0] as ChosenDate, roomById, pieceById, { actor, now }));
  enforceBookingLimit(
    upcomingCounts,
    dates.map(({ resource }) => resource.bookable_type),
  );
  const users = await resolveInvitees(tx, input, actor.id);
  enforceNotificationLimit(dates.length, users.length);
  const guests = await requireExternalAddresses(tx, input.guests ?? []);
  const seriesId = extendedSeries?.id ?? (isSeries ? await insertSeries(tx, input, series, timeZone) : null);
  const describeConflicts = () => {
    const describe = basket.length > 0 ? describeBasketConflicts : describeConflict;
    const slots = dates.flatMap((date) => (date.room ? [requestedSlotOf(date.room, date)] : []));
    return describe(tx, actor, [...roomById.values()], slots, {
      pieces: {
        requested: dates.map((date) => requestedEquipmentOf(date.pieces, date)),
        reschedulable: reschedulablePieces,
      },
      people: 1 + users.length + guests.length,
    });
  };
  if (dates.some((date) => date.room && occupiesNoSlot(date.room))) await requireNoConflicts(describeConflicts);
  const ids = await catchSlotConflict(
    tx,
    async () => insertDates(tx, actor, input, dates, { seriesId, basketId: await createBasket(tx, basket) }),
    describeConflicts,
  );
  await enforceTextLimit(tx, actor.id);
  // Participants are invited to the first item of a basket and to all dates of a series.
  const meetings = ids.slice(0, dates.length - basket.length);
  await inviteParticipants(tx, actor.id, meetings, users);
  await requestBookingApprovals(tx, ids);
  await inviteGuests(tx, actor, meetings, guests);
  await enforceRoomCapacity(tx, roomById.values(), meetings);
  const rows = await emitBookings(tx, "booking.created", ids);
  const presented = await presentBookings(tx, actor, rows, now);
  return { data: presented[0] as BookingWithPermissions, series_id: seriesId, dates: presented };
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
  { title, note, private: isPrivate }: Input,
  dates: readonly ChosenDate[],
  { seriesId, basketId }: { seriesId: number | null; basketId: number | null },
): Promise<number[]> {
  const rows = dates.map((date) => ({
    ...bookingColumns({ ...date.resource, title, note, private: isPrivate }, date, date),
    bookable_type: date.resource.bookable_type,
    requester_id: actor.id,
    at_door: false,
    status: resourceKinds[date.resource.bookable_type].needsApproval(date) ? "pending" : "approved",
    series_id: seriesId,
    series_date: seriesId === null ? null : date.date,
    series_changed: date.isEdited,
    basket_id: basketId,
  }));
  const inserted = await tx.rows<{ id: number }>(statements.insertBookings, [JSON.stringify(rows)]);
  return inserted.map(({ id }) => id);
}
