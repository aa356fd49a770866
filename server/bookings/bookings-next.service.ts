import type { NextBooking } from "../../shared/bookings/bookings.contract";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { presentBookings } from "./bookings-presented.service";
import type { BookingRow } from "./bookings.present";
import { bookingsNext } from "./bookings.sql";

type NextRow = BookingRow & Pick<NextBooking, "place">;

/** What somebody has booked, or is invited to, and what isn't over: for the dashboard. */
export async function nextBookings(tx: Tx, actor: Actor, most: number): Promise<NextBooking[]> {
  const now = Date.now();
  const rows = await tx.rows<NextRow>(bookingsNext, [new Date(now), actor.id, most]);
  const presented = await presentBookings(tx, actor, rows, now);
  return presented.map((booking, n) => ({ ...booking, place: rows[n]?.place ?? null }));
}
