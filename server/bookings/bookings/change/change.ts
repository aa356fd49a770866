import type { BookingScope } from "../../../../shared/bookings/bookings/bookings.schema";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { occupiesResource } from "../../../../shared/bookings/bookings/bookings.rules";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { requestOfBooking, syncBookingRequests } from "../approval/booking-requests.service";
import { enforceTextLimit } from "./limits";
import { requireNoConflicts, seriesTimeZoneOf } from "./create";
import { describeConflict, requestedSlotOf } from "../availability/conflicts";
import { setGuests } from "../participants/guests.service";
import { notifyRemovedParticipants } from "../participants/removed-participants.service";
import { setParticipants } from "../participants/participants.service";
import { presentBookings, presentOneBooking } from "../bookings-presenter.service";
import type { BookingRow } from "../bookings.present";
import { loadBookingRow } from "../bookings.read";
import { clearPendingMove, storePendingMove } from "./pending-moves.service";
import * as statements from "../bookings.sql";
import { emitBookings } from "../bookings-events.service";
import { notifyRemovedDrivers } from "../driver-notifications.service";
import { notifyPrivateOwner } from "../private-owner-notifications.service";
import { catchSlotConflict } from "../availability/alternatives";
import { resourceKinds } from "../resource-kinds";
import { requireNotStarted } from "../started-trips";
import {
  type BookingChange,
  bookingRowAfterChange,
  isBookingMoved,
  equipmentAfterChange,
  type ChangedBookingRow,
} from "./booking-row";
import {
  equipmentHoursRefusal,
  type BookableEquipment,
  lockEquipmentForBooking,
} from "../availability/equipment.checks";
import {
  enforceRoomCapacity,
  requireRoomBookable,
  type BookableRoom,
  lockRoomsForBooking,
} from "../availability/room.checks";
import { selectNeededSeats } from "../availability/rooms.sql";
import { createShift } from "./shift";

/**
 * @throws Problem 404; 403 for another user's booking without `reservation-approve`; 409 when the booking has ended or was rejected or
 *   cancelled.
 */
export async function requireBookingChangeable(tx: Tx, actor: Actor, id: number): Promise<BookingRow> {
  const row = await loadBookingRow(tx, id);
  if (row.requester?.id !== actor.id && !actor.permissions.has("reservation-approve"))
    throw new Problem("booking.notYours");
  if (!occupiesResource(row) || row.ends_at.getTime() <= Date.now()) throw new Problem("booking.past");
  return row;
}

const privateFields = [
  "title",
  "note",
  "participants",
  "groups",
  "guests",
  "from_place",
  "to_place",
  "purpose",
] as const;

/**
 * A booking manager may move and cancel a private booking but not edit its hidden fields: by inviting themselves or making it public they
 * could read it.
 * @throws Problem 403.
 */
function requireOwnText(actor: Actor, rows: readonly BookingRow[], change: BookingChange): void {
  const speaks = change.private === false || privateFields.some((field) => change[field] !== undefined);
  if (speaks && rows.some((row) => row.private && row.requester?.id !== actor.id))
    throw new Problem("booking.notYours");
}

/**
 * Approvers can read a booking, even a private one. A booking manager's change to another user's private booking must therefore not trigger
 * an approval.
 * @throws Problem 403.
 */
function refuseNewApprovals(
  actor: Actor,
  rows: readonly BookingRow[],
  changedRows: readonly ChangedBookingRow[],
): void {
  const idsToApprove = new Set(changedRows.filter(({ needsApproval }) => needsApproval).map(({ id }) => id));
  if (rows.some((row) => row.private && row.requester?.id !== actor.id && idsToApprove.has(row.id)))
    throw new Problem("booking.notYours");
}

/** Locks the booking, or the upcoming dates of its series, in id order, and re-reads them. */
async function lockScope(tx: Tx, row: BookingRow, scope: BookingScope): Promise<BookingRow[]> {
  let ids = [row.id];
  if (row.series_id !== null && scope !== "this") {
    const from = scope === "following" ? row.series_date : null;
    const found = await tx.rows<{ id: number }>(statements.selectUpcomingSeriesDates, [
      row.series_id,
      from,
      new Date(),
    ]);
    ids = [...new Set([row.id, ...found.map(({ id }) => id)])];
  }
  await tx.rows(statements.lockBookings, [ids]);
  await requireNotStarted(tx, ids);
  const rows = await tx.rows<BookingRow>(statements.selectBookingsById, [ids]);
  return rows.filter((each) => occupiesResource(each) && each.ends_at.getTime() > Date.now());
}

/**
 * Updates a booking or the dates of its series, all or none.
 * @throws Problem 404, 403, 409 as `requireBookingChangeable`; 409 for a stale version or a conflict; 422 for invalid input and violations
 *   of the room's rules.
 */
export async function updateBooking(tx: Tx, actor: Actor, id: number, change: BookingChange) {
  const before = await requireBookingChangeable(tx, actor, id);
  const kind = resourceKinds[before.bookable_type];
  kind.requireChange(before, change);
  const scope = change.scope ?? "this";
  const all = [before, ...(await otherSeriesDates(tx, before, scope))];
  const apartBefore = all.filter((each) => each.id !== id && each.series_changed && !change.overwrite);
  const rooms = await lockRoomsForBooking(tx, actor, [
    ...all.flatMap(({ room_id }) => (room_id === null ? [] : (change.bookable_id ?? room_id))),
    ...apartBefore.flatMap(({ room_id }) => room_id ?? []),
  ]);
  const pieces = await lockEquipmentForBooking(
    tx,
    [
      ...all.flatMap((each) => equipmentAfterChange(each, change)),
      ...apartBefore.flatMap(({ equipment_ids }) => equipment_ids),
    ],
    all.flatMap(({ equipment_ids }) => equipment_ids),
    kind.equipmentField,
  );
  const locked = await lockScope(tx, before, scope);
  const row = locked.find((each) => each.id === id);
  if (!row) throw new Problem("booking.past");
  if (change.version !== undefined && change.version !== row.version) {
    throw new Problem("booking.stale", { record: await presentOneBooking(tx, actor, row) });
  }
  // A date that was edited individually keeps its time and location; fields it still shares with the series are updated.
  const apart = locked.filter((each) => each.id !== id && !change.overwrite && each.series_changed);
  const changeOf = (each: BookingRow) => (apart.includes(each) ? sharedChange(each, row, change) : change);
  const changes = locked.filter((each) => changeOf(each) !== null);
  requireOwnText(actor, changes, change);
  const loaded = { rooms, pieces, timeZone: await zoneFor(tx, row, rooms) };
  const changedRows = changes.map((each) => rowAfterChange(actor, row, each, changeOf(each) as BookingChange, loaded));
  refuseNewApprovals(actor, changes, changedRows);
  const reschedulablePieces = kind.reschedulablePieces(piecesOf(pieces, equipmentAfterChange(row, change)));
  if (scope === "all" && row.series_id !== null && change.start_date !== undefined)
    await tx.rows(statements.updateSeriesStartTime, [row.series_id, change.start_date]);
  if (row.requester === null && needsRequester(change, changedRows)) await takeOver(tx, actor, row);
  await writeRows(tx, actor, changedRows, [...rooms.values()], reschedulablePieces);
  if (row.requester && textFields.some((word) => change[word] !== undefined))
    await enforceTextLimit(tx, row.requester.id);
  await setParticipants(tx, row, changes, change, apart);
  await setGuests(tx, actor, row, changes, change.guests, apart);
  if (seatFields.some((field) => change[field] !== undefined))
    await enforceRoomCapacity(
      tx,
      rooms.values(),
      changes.map((each) => each.id),
    );
  const isHeld = change.held === true && scope === "this" && changedRows.every(({ needsApproval }) => !needsApproval);
  if (isHeld) await storePendingMove(tx, actor, row);
  else await tx.rows(clearPendingMove, [changes.map((each) => each.id)]);
  const emitted = await emitBookings(
    tx,
    "booking.updated",
    changes.map((each) => each.id),
    isHeld,
  );
  await syncBookingRequests(tx, changes, emitted);
  if (!isHeld) await notifyPrivateOwner(tx, actor, "booking.updated", emitted);
  await notifyRemovedDrivers(tx, actor, changes, emitted);
  await notifyRemovedParticipants(tx, actor, changes, emitted);
  const dates = await presentBookings(tx, actor, emitted);
  return { data: dates.find((each) => each.id === id) as BookingWithPermissions, dates };
}

const invites = ({ participants, groups, guests }: BookingChange): boolean =>
  [participants, groups, guests].some((list) => list !== undefined && list.length > 0);

/** Whether a booking made at a door screen needs a requester after the change: to invite, for an approval, or to be private. */
const needsRequester = (change: BookingChange, changedRows: readonly ChangedBookingRow[]): boolean =>
  invites(change) || changedRows.some((each) => each.private || each.needsApproval);

async function takeOver(tx: Tx, { id, fullname, image }: Actor, row: BookingRow): Promise<void> {
  await tx.rows(statements.takeOverDoorBooking, [row.id, id]);
  row.requester = { id, fullname, image };
}

const seriesFields = ["title", "note", "private", "from_place", "to_place", "purpose"] as const;

/** Reduces a series change to the fields an individually edited date still shares with the edited booking. */
function sharedChange(each: BookingRow, row: BookingRow, change: BookingChange): BookingChange | null {
  const shared = seriesFields.filter((field) => change[field] !== undefined && each[field] === row[field]);
  const invites = [change.participants, change.groups, change.guests].some((list) => list !== undefined);
  if (shared.length === 0 && !invites) return null;
  return { ...Object.fromEntries(shared.map((field) => [field, change[field]])), scope: change.scope };
}

/** Changes of any other field are allowed even if the booking already has too many people. */
const seatFields = ["bookable_id", "participants", "groups", "guests"] as const;
const textFields = ["title", "note", "from_place", "to_place", "purpose"] as const;

async function zoneFor(tx: Tx, row: BookingRow, rooms: Map<number, BookableRoom>): Promise<string> {
  if (row.series_id === null) return row.time_zone;
  const series = await tx.one<{ time_zone: string }>(statements.selectSeriesTimeZone, [row.series_id]);
  return series?.time_zone ?? seriesTimeZoneOf(tx, [...rooms.values()][0] ?? null);
}

async function otherSeriesDates(tx: Tx, { series_id }: BookingRow, scope: BookingScope): Promise<BookingRow[]> {
  if (scope === "this" || series_id === null) return [];
  const all = await tx.rows<{ id: number }>(statements.selectUpcomingSeriesDates, [series_id, null, new Date()]);
  return tx.rows<BookingRow>(statements.selectBookingsById, [all.map(({ id }) => id)]);
}

interface LoadedResources {
  rooms: ReadonlyMap<number, BookableRoom>;
  pieces: ReadonlyMap<number, BookableEquipment>;
  timeZone: string;
}

const piecesOf = (pieces: LoadedResources["pieces"], ids: readonly number[]): BookableEquipment[] =>
  ids.flatMap((id) => pieces.get(id) ?? []);

function rowAfterChange(
  actor: Actor,
  /** The booking that the user edits; `each` is the same or another date of its series. */
  editedRow: BookingRow,
  each: BookingRow,
  change: BookingChange,
  { rooms, pieces, timeZone }: LoadedResources,
): ChangedBookingRow {
  const now = Date.now();
  const times = createShift(editedRow, change, timeZone)(each);
  const room = each.room_id === null ? null : (rooms.get(change.bookable_id ?? each.room_id) ?? null);
  const pieceIds = equipmentAfterChange(each, change);
  const resources = { room, pieces: piecesOf(pieces, pieceIds) };
  const isMoved = isBookingMoved(each, times, { room_id: room?.id ?? null, equipment_ids: pieceIds });
  if (isMoved) requireRoomBookable(times, now);
  const addedPieces = resources.pieces.filter(({ id }) => !each.equipment_ids.includes(id));
  const refusal = isMoved
    ? resourceKinds[each.bookable_type].refusalOf(resources, times, actor, now)
    : equipmentHoursRefusal(addedPieces, false, times);
  if (refusal) throw invalidFieldProblem(...refusal);
  const isSingleDate = change.scope === undefined || change.scope === "this";
  return bookingRowAfterChange(each, change, times, resources, isSingleDate);
}

async function writeRows(
  tx: Tx,
  actor: Actor,
  changedRows: readonly ChangedBookingRow[],
  rooms: readonly BookableRoom[],
  reschedulablePieces: readonly BookableEquipment[],
) {
  const ids = changedRows.map(({ id }) => id);
  const describeConflicts = async () => {
    const slots = changedRows.flatMap((each) => {
      const room = rooms.find(({ id }) => id === each.room_id);
      return room ? [requestedSlotOf(room, { start_date: each.starts_at, end_date: each.ends_at })] : [];
    });
    const pieces = changedRows.map(({ starts_at, ends_at, equipment_ids }) => ({
      starts_at,
      ends_at,
      pieces: equipment_ids,
    }));
    const people = (await tx.one<{ seats: number }>(selectNeededSeats, [ids]))?.seats ?? 1;
    return describeConflict(tx, actor, rooms, slots, {
      own: ids,
      pieces: { requested: pieces, reschedulable: reschedulablePieces },
      people,
    });
  };
  if (changedRows.some((each) => each.hasOtherSlot && each.status === "pending" && !each.pending_blocks))
    await requireNoConflicts(describeConflicts);
  await catchSlotConflict(
    tx,
    async () => {
      await tx.rows(statements.deleteOccupiedSlots, [ids]);
      await tx.rows(statements.updateBookings, [JSON.stringify(changedRows)]);
    },
    describeConflicts,
  );
}

/**
 * Cancels the booking or dates of its series.
 * @throws Problem 404, 403, 409 as `requireBookingChangeable`.
 */
export async function cancelBooking(tx: Tx, actor: Actor, id: number, scope: BookingScope = "this") {
  const locked = await lockScope(tx, await requireBookingChangeable(tx, actor, id), scope);
  if (!locked.some((each) => each.id === id)) throw new Problem("booking.past");
  const ids = locked.map((each) => each.id);
  await tx.rows(statements.cancelBookings, [ids]);
  await tx.rows(clearPendingMove, [ids]);
  const emitted = await emitBookings(tx, "booking.cancelled", ids);
  await syncBookingRequests(tx, locked, emitted);
  // If the booking needed approval, the approvals engine notifies the requester.
  if (!(await requestOfBooking(tx, id))) await notifyPrivateOwner(tx, actor, "booking.cancelled", emitted);
  await notifyRemovedDrivers(tx, actor, locked, []);
  return presentBookings(tx, actor, emitted);
}
