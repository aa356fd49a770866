import {
  type BookingEvent,
  type BookingEvents,
  bookingsPerEvent,
  bookingsStream,
} from "../../shared/bookings/bookings.events";
import type { Booking } from "../../shared/bookings/bookings.contract";
import { publicBooking } from "../../shared/bookings/bookings.rules";
import { type StreamName, userStream } from "../../shared/kernel/events";
import type { Tx } from "../platform/database/unit-of-work";
import { type BookingRow, wholeBooking } from "./bookings.present";
import { bookingsById } from "./bookings.sql";
import { withoutAuthorIf } from "./private-author.service";

const parts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / bookingsPerEvent) }, (_, n) =>
    items.slice(n * bookingsPerEvent, (n + 1) * bookingsPerEvent),
  );

/**
 * People of a booking, each of whom is told of everybody: of two hundred it is four megabytes, each time somebody answers. Beyond a
 * hundred in one, or their like in several, everybody is told which it is, and reads it.
 */
const mostTold = 10_000;

/** Letters that all are told at once: of two hundred dates with the longest notes, eight people were told six million. */
const mostLetters = 2_000_000;

const lettersOf = ({ title, note, from_place, to_place, purpose }: BookingRow): number =>
  [title, note, from_place, to_place, purpose].reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Whether each is told all of it, and not only which they are. */
function isTold(rows: readonly BookingRow[]): boolean {
  let [people, letters] = [0, 0];
  for (const row of rows) {
    people += row.participants.length ** 2;
    letters += lettersOf(row) * (1 + row.participants.length);
  }
  return people <= mostTold && letters <= mostLetters;
}

/** Whom it concerns, with all of what concerns them. */
function byPerson(rows: readonly BookingRow[]): Map<number, Booking[]> {
  const of = new Map<number, Booking[]>();
  for (const row of rows) {
    const booking = wholeBooking(row);
    for (const id of new Set([row.requester.id, ...row.participants.map((each) => each.id)])) {
      const known = of.get(id);
      if (known) known.push(booking);
      else of.set(id, [booking]);
    }
  }
  return of;
}

function emitParts(tx: Tx, type: BookingEvent, stream: StreamName, rows: readonly BookingRow[]): void {
  for (const part of parts(rows)) {
    const told: BookingEvents[BookingEvent] = { bookings: part.map((row) => publicBooking(wholeBooking(row))) };
    tx.emit(type, stream, told);
  }
}

/**
 * Tells what bookings are now: everybody who follows rooms or cars as they may see it, and whom it concerns all of it.
 * @returns them.
 */
export async function tellBookings(tx: Tx, type: BookingEvent, ids: readonly number[]): Promise<BookingRow[]> {
  const rows = await tx.rows<BookingRow>(bookingsById, [ids]);
  for (const kind of ["room", "car"] as const) {
    const stream = bookingsStream(kind, tx.tenantId);
    const ofKind = rows.filter(({ bookable_type }) => bookingsStream(bookable_type, tx.tenantId) === stream);
    for (const hidden of [false, true]) {
      const some = ofKind.filter((row) => row.private === hidden);
      await withoutAuthorIf(hidden, tx, async () => emitParts(tx, type, stream, some));
    }
  }
  const whole = isTold(rows);
  for (const [userId, bookings] of byPerson(rows)) {
    const stream = userStream(userId);
    if (whole) for (const part of parts(bookings)) tx.emit("booking.mine", stream, { bookings: part });
    else tx.emit("booking.mine", stream, { bookings: [], changed: bookings.map(({ id }) => id) });
  }
  return rows;
}
