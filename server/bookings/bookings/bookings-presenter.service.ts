import { setImmediate } from "node:timers/promises";
import type { BookingWithPermissions } from "../../../shared/bookings/bookings/bookings.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { type BookingRow, presentBooking } from "./bookings.present";
import { bookingsDecidableBy } from "./approval/booking-requests.service";

type Reader = Pick<Actor, "id" | "permissions" | "viewing">;

export async function presentBookings(
  tx: Tx,
  actor: Reader,
  rows: readonly BookingRow[],
  now = Date.now(),
): Promise<BookingWithPermissions[]> {
  const waiting = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  const decidable = await bookingsDecidableBy(tx, actor, waiting);
  return rows.map((row) => presentBooking(row, actor, now, decidable.has(row.id)));
}

const chunkSize = 200;

/** Serializes bookings in chunks that yield to the event loop: half a year of a large tenant has thousands, each with its participants. */
export async function serializeBookings(
  tx: Tx,
  actor: Reader,
  rows: readonly BookingRow[],
  now: number,
): Promise<string> {
  const waiting = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  const decidable = await bookingsDecidableBy(tx, actor, waiting);
  const pieces: string[] = [];
  for (let at = 0; at < rows.length; at += chunkSize) {
    if (at > 0) await setImmediate();
    const some = rows.slice(at, at + chunkSize);
    const presented = some.map((row) => presentBooking(row, actor, now, decidable.has(row.id)));
    pieces.push(JSON.stringify(presented).slice(1, -1));
  }
  return `[${pieces.join()}]`;
}

export async function presentOneBooking(tx: Tx, actor: Reader, row: BookingRow): Promise<BookingWithPermissions> {
  const [presented] = await presentBookings(tx, actor, [row]);
  return presented as BookingWithPermissions;
}
