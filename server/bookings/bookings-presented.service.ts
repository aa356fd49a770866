import { setImmediate } from "node:timers/promises";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { decidableBy } from "../reservations/booking-decisions.service";
import { type BookingRow, presentBooking } from "./bookings.present";

type Reader = Pick<Actor, "id" | "permissions" | "viewing">;

/** Bookings as this reader may see them, with what they may do, decisions that they are asked for included. */
export async function presentBookings(
  tx: Tx,
  actor: Reader,
  rows: readonly BookingRow[],
  now = Date.now(),
): Promise<Reservation[]> {
  const waiting = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  const decidable = await decidableBy(tx, actor, waiting);
  return rows.map((row) => presentBooking(row, actor, now, decidable.has(row.id)));
}

const inOnePiece = 200;

/**
 * JSON of a list of them, some at a time, with what else waits in between: of a whole organisation's half a year there are
 * thousands, with everybody who comes.
 */
export async function bookingsJson(tx: Tx, actor: Reader, rows: readonly BookingRow[], now: number): Promise<string> {
  const waiting = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  const decidable = await decidableBy(tx, actor, waiting);
  const pieces: string[] = [];
  for (let at = 0; at < rows.length; at += inOnePiece) {
    if (at > 0) await setImmediate();
    const some = rows.slice(at, at + inOnePiece);
    const shown = some.map((row) => presentBooking(row, actor, now, decidable.has(row.id)));
    pieces.push(JSON.stringify(shown).slice(1, -1));
  }
  return `[${pieces.join()}]`;
}

export async function presentOne(tx: Tx, actor: Reader, row: BookingRow): Promise<Reservation> {
  const [presented] = await presentBookings(tx, actor, [row]);
  return presented as Reservation;
}
