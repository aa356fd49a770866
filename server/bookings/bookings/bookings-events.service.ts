import {
  type BookingEvent,
  type BookingEvents,
  bookingsPerEvent,
  bookingsStream,
} from "../../../shared/bookings/bookings/bookings.events";
import type { Booking } from "../../../shared/bookings/bookings/bookings.contract";
import { publicBooking } from "../../../shared/bookings/bookings/bookings.rules";
import { type StreamName, userStream } from "../../../shared/kernel/events";
import type { Tx } from "../../platform/database/unit-of-work";
import { type BookingRow, presentFullBooking } from "./bookings.present";
import { selectBookingsById } from "./bookings.sql";
import { hideAuthorIfPrivate } from "./private-author.service";

const splitIntoEvents = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / bookingsPerEvent) }, (_, n) =>
    items.slice(n * bookingsPerEvent, (n + 1) * bookingsPerEvent),
  );

/**
 * Limit of participants × recipients per event: 200 participants are 4 MB per answer. Above the limit, such as with more than 100
 * participants in one booking, events contain only the id and clients fetch the booking.
 */
const maxRecipients = 10_000;

/** Limit of characters sent to all recipients together: 200 dates with the longest notes were six million characters for eight users. */
const maxCharacters = 2_000_000;

const characterCount = ({ title, note, from_place, to_place, purpose }: BookingRow): number =>
  [title, note, from_place, to_place, purpose].reduce((sum, text) => sum + (text?.length ?? 0), 0);

function shouldSendDetails(rows: readonly BookingRow[]): boolean {
  let [people, letters] = [0, 0];
  for (const row of rows) {
    people += row.participants.length ** 2;
    letters += characterCount(row) * (1 + row.participants.length);
  }
  return people <= maxRecipients && letters <= maxCharacters;
}

function bookingsByUser(rows: readonly BookingRow[]): Map<number, Booking[]> {
  const of = new Map<number, Booking[]>();
  for (const row of rows) {
    const booking = presentFullBooking(row);
    for (const id of new Set([row.requester, ...row.participants].flatMap((each) => each?.id ?? []))) {
      const userBookings = of.get(id);
      if (userBookings) userBookings.push(booking);
      else of.set(id, [booking]);
    }
  }
  return of;
}

function emitChunks(
  tx: Tx,
  type: BookingEvent,
  stream: StreamName,
  rows: readonly BookingRow[],
  isHeld: boolean,
): void {
  for (const [at, part] of splitIntoEvents(rows).entries()) {
    const bookings = part.map((row) => publicBooking(presentFullBooking(row)));
    const eventData: BookingEvents[BookingEvent] = {
      bookings,
      ...(isHeld && { held: true }),
      ...(at > 0 && { continued: true }),
    };
    tx.emit(type, stream, eventData);
  }
}

/**
 * Emits the current bookings: with public fields to followers of rooms or cars, with all fields to requester and participants.
 * @returns the bookings.
 */
export async function emitBookings(
  tx: Tx,
  type: BookingEvent,
  ids: readonly number[],
  isHeld = false,
): Promise<BookingRow[]> {
  const rows = await tx.rows<BookingRow>(selectBookingsById, [ids]);
  await emitRows(tx, type, rows, isHeld);
  return rows;
}

/**
 * Emits bookings that don't belong together: one change per booking, or per requester of a series, because an event notifies only the users
 * of its first booking.
 * @returns the bookings.
 */
export async function emitUnrelatedBookings(tx: Tx, type: BookingEvent, ids: readonly number[]): Promise<BookingRow[]> {
  const rows = await tx.rows<BookingRow>(selectBookingsById, [ids]);
  const groups = new Map<string, BookingRow[]>();
  for (const row of rows) {
    const key = row.series_id === null ? `${row.id}` : `${row.requester?.id} ${row.series_id} ${row.private}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  for (const group of groups.values()) await emitRows(tx, type, group, false);
  return rows;
}

async function emitRows(tx: Tx, type: BookingEvent, rows: readonly BookingRow[], isHeld: boolean): Promise<void> {
  for (const kind of ["room", "car"] as const) {
    const stream = bookingsStream(kind, tx.tenantId);
    const ofKind = rows.filter(({ bookable_type }) => bookingsStream(bookable_type, tx.tenantId) === stream);
    for (const hidden of [false, true]) {
      const some = ofKind.filter((row) => row.private === hidden);
      await hideAuthorIfPrivate(hidden, tx, async () => emitChunks(tx, type, stream, some, isHeld));
    }
  }
  const whole = shouldSendDetails(rows);
  for (const [userId, bookings] of bookingsByUser(rows)) {
    const stream = userStream(userId);
    if (whole) for (const part of splitIntoEvents(bookings)) tx.emit("booking.mine", stream, { bookings: part });
    else tx.emit("booking.mine", stream, { bookings: [], changed: bookings.map(({ id }) => id) });
  }
}
