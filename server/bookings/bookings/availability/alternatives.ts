import type { Alternative, Conflict, BookingConflicts } from "../../../../shared/bookings/bookings/bookings.contract";
import { alternativeSlotsIn } from "../../../../shared/bookings/bookings/bookings.rules";
import { isStepFree } from "../../../../shared/bookings/rooms/step-free.rules";
import { Problem } from "../../../../shared/kernel/problems";
import { constraintOf } from "../../../platform/database/constraints";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { roomRefusalOf, type BookableRoom, readRooms } from "./room.checks";
import { selectFreeRooms, selectConflictingRoomSlots, selectOccupiedRoomSlots } from "./rooms.sql";

export interface RequestedSlot {
  room_id: number;
  starts_at: string;
  ends_at: string;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
}

type SlotRow = Omit<Conflict, "start_date" | "end_date" | "equipment" | "room"> & { start_at: Date; end_at: Date };

export async function findConflicts(
  tx: Tx,
  requestedSlots: readonly RequestedSlot[],
  own: readonly number[] = [],
): Promise<Conflict[]> {
  const rows = await tx.rows<SlotRow>(selectConflictingRoomSlots, [JSON.stringify(requestedSlots), own]);
  return rows
    .map(({ start_at, end_at, ...row }) => ({
      ...row,
      start_date: start_at.toISOString(),
      end_date: end_at.toISOString(),
    }))
    .sort((a, b) => a.start_date.localeCompare(b.start_date));
}

const searchWindowMs = 60 * 60_000;
const maxRooms = 3;

interface Demand {
  now: number;
  /** Number of people who need seats. */
  people: number;
  /** Bookings being changed, which don't occupy their slots. */
  own?: readonly number[];
}

/** Free rooms whose rules let the actor book the period, most similar to `like` first. */
export async function findBookableRooms(
  tx: Tx,
  actor: Actor,
  like: BookableRoom | null,
  when: { start_date: string; end_date: string },
  now: number,
): Promise<BookableRoom[]> {
  const free = await tx.rows<{ id: number }>(selectFreeRooms, [like?.id ?? null, when.start_date, when.end_date]);
  const ids = free.map(({ id }) => id);
  const rooms = await readRooms(tx, actor, ids);
  return ids.flatMap((id) => {
    const room = rooms.get(id);
    return room && roomRefusalOf(room, when, actor, now) === null ? [room] : [];
  });
}

export interface OccupiedSlot {
  kind: string;
  start_at: Date;
  end_at: Date;
}

export const occupiedSlotOf = ({
  kind,
  start_date,
  end_date,
}: Pick<Conflict, "kind" | "start_date" | "end_date">): OccupiedSlot => ({
  kind,
  start_at: new Date(start_date),
  end_at: new Date(end_date),
});

/** Whether a room may be offered. Rooms of other groups aren't offered to users who may override the rules. */
export const suitsPeople = ({ invited, capacity, tools }: BookableRoom, people: number, stepFree: boolean): boolean =>
  invited && (capacity === null || capacity >= people) && (!stepFree || isStepFree(tools));

/** Period that a new booking of the room can't overlap. Its buffers count towards other bookings only. */
export const takenPeriodOf = (
  room: Pick<BookableRoom, "buffer_before_minutes" | "buffer_after_minutes">,
  { kind, start_at, end_at }: OccupiedSlot,
) => ({
  from: start_at.getTime() - (kind === "booking" ? room.buffer_after_minutes * 60_000 : 0),
  until: end_at.getTime() + (kind === "booking" ? room.buffer_before_minutes * 60_000 : 0),
});

/** The same room slightly earlier, later or shorter, and similar rooms with enough seats and step-free access at the same time. */
export async function findAlternatives(
  tx: Tx,
  actor: Actor,
  room: BookableRoom,
  requestedSlot: RequestedSlot,
  { now, people, own = [] }: Demand,
): Promise<Alternative[]> {
  const [from, until] = [Date.parse(requestedSlot.starts_at), Date.parse(requestedSlot.ends_at)];
  const pad = searchWindowMs + Math.max(room.buffer_before_minutes, room.buffer_after_minutes) * 60_000;
  const searchWindow = [new Date(from - pad), new Date(until + pad)];
  const rows = await tx.rows<OccupiedSlot>(selectOccupiedRoomSlots, [room.id, ...searchWindow, own]);
  const occupiedPeriods = rows.map((row) => takenPeriodOf(room, row));
  const isBookable = (slot: { from: number; until: number }) => {
    const when = { start_date: new Date(slot.from).toISOString(), end_date: new Date(slot.until).toISOString() };
    return slot.until > now && roomRefusalOf(room, when, actor, now) === null;
  };
  const same = alternativeSlotsIn({ from, until }, occupiedPeriods).filter(isBookable);
  const when = { start_date: requestedSlot.starts_at, end_date: requestedSlot.ends_at };
  const others = until > now ? await findBookableRooms(tx, actor, room, when, now) : [];
  const alike = others
    .filter((other) => suitsPeople(other, people, isStepFree(room.tools)))
    .slice(0, maxRooms)
    .map((other) => ({ kind: "room" as const, on: other, from, until }));
  return [...same.map((slot) => ({ ...slot, on: room })), ...alike].map(({ kind, on, ...slot }) => ({
    kind,
    bookable_id: on.id,
    name: on.name,
    start_date: new Date(slot.from).toISOString(),
    end_date: new Date(slot.until).toISOString(),
    needs_approval: !on.auto_approve,
  }));
}

const createSavepoint = sql("bookings.savepoint", "SAVEPOINT booking");
const rollbackToSavepoint = sql("bookings.rollback", "ROLLBACK TO SAVEPOINT booking");

/** Whether an error violates an exclusion constraint against double bookings of rooms, cars, drivers or equipment. */
export const isSlotTakenError = (error: unknown): boolean =>
  /^occupied_slot_(room|car|driver|equipment)$/.test(constraintOf(error) ?? "");

/**
 * Runs a write that occupies slots; the database constraint decides whether they are free.
 * @throws Problem 409 with the result of `describeConflicts`.
 */
export async function catchSlotConflict<Result>(
  tx: Tx,
  write: () => Promise<Result>,
  describeConflicts: () => Promise<BookingConflicts>,
): Promise<Result> {
  await tx.rows(createSavepoint);
  try {
    return await write();
  } catch (error) {
    if (!isSlotTakenError(error)) throw error;
    await tx.rows(rollbackToSavepoint);
    throw new Problem("booking.taken", { record: await describeConflicts() });
  }
}
