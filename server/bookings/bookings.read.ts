import type { Reservation } from "../../shared/bookings/bookings.contract";
import { type BookableType, bookableTypes } from "../../shared/bookings/bookings.schema";
import { carsStream, roomsStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Statement, Tx } from "../platform/database/unit-of-work";
import { RawJson } from "../platform/http/serve/serve";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { bookingsJson, presentBookings } from "./bookings-presented.service";
import type { BookingRow } from "./bookings.present";
import { bookingsBetween, bookingsById, bookingsOf } from "./bookings.sql";

export interface ReservationsQuery {
  bookable_type?: BookableType;
  bookable_id?: number;
  car_type?: string;
  start_date?: string;
  end_date?: string;
}

/** Six months back and ahead, whole days in UTC. */
export function windowAt(now: number): { start_date: string; end_date: string } {
  const day = (months: number, days: number) => {
    const at = new Date(now);
    const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
    const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    first.setUTCDate(Math.min(at.getUTCDate(), lastDay) + days);
    return first.toISOString();
  };
  return { start_date: day(-6, 0), end_date: day(6, 1) };
}

/** @throws Problem 422 with the window for a time beyond it, or one that ends before it begins. */
function timeOf(query: ReservationsQuery, now: number) {
  const window = windowAt(now);
  const start = query.start_date ?? window.start_date;
  const end = query.end_date ?? window.end_date;
  const errors: Record<string, string[]> = {};
  if (start < window.start_date || start > window.end_date) errors.start_date = ["field.reservationWindow"];
  if (end > window.end_date || end < window.start_date) errors.end_date = ["field.reservationWindow"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors, record: { window } });
  if (end <= start) throw invalid("end_date", "field.bookingEnd");
  return { start, end, window };
}

async function listOf(tx: Tx, actor: Actor, query: ReservationsQuery, statement: Statement, more: unknown[]) {
  const now = Date.now();
  const { start, end, window } = timeOf(query, now);
  const types = query.bookable_type ? [query.bookable_type] : [...bookableTypes];
  const values = [start, end, types, query.bookable_id ?? null, query.car_type ?? null, ...more];
  const rows = await tx.rows<BookingRow>(statement, values);
  const revisions = {
    room: await streamRevision(tx, roomsStream(tx.tenantId)),
    car: await streamRevision(tx, carsStream(tx.tenantId)),
  };
  const data = await bookingsJson(tx, actor, rows, now);
  return new RawJson(`{"data":${data},${JSON.stringify({ window, revisions }).slice(1)}`);
}

export const reservations = (tx: Tx, actor: Actor, query: ReservationsQuery) =>
  listOf(tx, actor, query, bookingsBetween, []);

export const myReservations = (tx: Tx, actor: Actor, query: ReservationsQuery) =>
  listOf(tx, actor, query, bookingsOf, [actor.id]);

/** @throws Problem 404. */
export async function bookingRow(tx: Tx, id: number): Promise<BookingRow> {
  const row = await tx.one<BookingRow>(bookingsById, [[id]]);
  if (!row) throw new Problem("notFound");
  return row;
}

export async function presentAll(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Reservation[]> {
  const rows = await tx.rows<BookingRow>(bookingsById, [ids]);
  return presentBookings(tx, actor, rows);
}
