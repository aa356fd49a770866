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

export async function presentOne(tx: Tx, actor: Reader, row: BookingRow): Promise<Reservation> {
  const [presented] = await presentBookings(tx, actor, [row]);
  return presented as Reservation;
}
