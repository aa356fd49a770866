import type { Alternative, Conflict, Taken } from "../../shared/bookings/bookings.contract";
import { alternativesIn } from "../../shared/bookings/bookings.rules";
import { Problem } from "../../shared/kernel/problems";
import { constraintOf } from "../platform/database/constraints";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { refusalOf, type RoomToBook, readRooms } from "./room.checks";
import { freeRooms, standsInTheWay, takenAround } from "./rooms.sql";

/** A room for a time, with what is kept free around it. */
export interface Wanted {
  room_id: number;
  starts_at: string;
  ends_at: string;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
}

type SlotRow = Omit<Conflict, "start_date" | "end_date"> & { start_at: Date; end_at: Date };

/** Who has what is wanted, and when. */
export async function conflictsOf(tx: Tx, wanted: readonly Wanted[], own: readonly number[] = []): Promise<Conflict[]> {
  const rows = await tx.rows<SlotRow>(standsInTheWay, [JSON.stringify(wanted), own]);
  return rows
    .map(({ start_at, end_at, ...row }) => ({
      ...row,
      start_date: start_at.toISOString(),
      end_date: end_at.toISOString(),
    }))
    .sort((a, b) => a.start_date.localeCompare(b.start_date));
}

const aroundMs = 60 * 60_000;
const mostRooms = 3;

/** The same room a little earlier, later or shorter, and rooms like it at the same time. */
export async function alternativesOf(
  tx: Tx,
  actor: Actor,
  room: RoomToBook,
  wanted: Wanted,
  now: number,
  own: readonly number[] = [],
): Promise<Alternative[]> {
  const [from, until] = [Date.parse(wanted.starts_at), Date.parse(wanted.ends_at)];
  const pad = aroundMs + Math.max(room.buffer_before_minutes, room.buffer_after_minutes) * 60_000;
  const around = [new Date(from - pad), new Date(until + pad)];
  const rows = await tx.rows<{ kind: string; start_at: Date; end_at: Date }>(takenAround, [room.id, ...around, own]);
  const taken = rows.map(({ kind, start_at, end_at }) => ({
    from: start_at.getTime() - (kind === "booking" ? room.buffer_after_minutes * 60_000 : 0),
    until: end_at.getTime() + (kind === "booking" ? room.buffer_before_minutes * 60_000 : 0),
  }));
  const bookable = (on: RoomToBook, slot: { from: number; until: number }) => {
    const when = { start_date: new Date(slot.from).toISOString(), end_date: new Date(slot.until).toISOString() };
    return slot.until > now && refusalOf(on, when, actor, now) === null;
  };
  const same = alternativesIn({ from, until }, taken).filter((slot) => bookable(room, slot));
  const free = await tx.rows<{ id: number }>(freeRooms, [room.id, wanted.starts_at, wanted.ends_at, mostRooms * 3]);
  const others = [
    ...(
      await readRooms(
        tx,
        actor,
        free.map(({ id }) => id),
      )
    ).values(),
  ];
  const order = new Map(free.map(({ id }, n) => [id, n]));
  const alike = others
    .filter((other) => bookable(other, { from, until }))
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .slice(0, mostRooms)
    .map((other) => ({ kind: "room" as const, on: other, from, until }));
  return [...same.map((slot) => ({ ...slot, on: room })), ...alike].map(({ kind, on, ...slot }) => ({
    kind,
    bookable_id: on.id,
    name: on.name,
    start_date: new Date(slot.from).toISOString(),
    end_date: new Date(slot.until).toISOString(),
  }));
}

const begin = sql("bookings.savepoint", "SAVEPOINT booking");
const back = sql("bookings.rollback", "ROLLBACK TO SAVEPOINT booking");

/** The constraints that keep rooms, cars and drivers from being taken twice. */
export const isTaken = (error: unknown): boolean =>
  /^occupied_slot_(room|car|driver|equipment)$/.test(constraintOf(error) ?? "");

/**
 * Writes what occupies something. The database alone decides whether it is free.
 * @throws Problem 409 with what `taken` finds out, when it isn't.
 */
export async function unlessOccupied<Result>(
  tx: Tx,
  write: () => Promise<Result>,
  taken: () => Promise<Taken>,
): Promise<Result> {
  await tx.rows(begin);
  try {
    return await write();
  } catch (error) {
    if (!isTaken(error)) throw error;
    await tx.rows(back);
    throw new Problem("booking.taken", { record: await taken() });
  }
}
