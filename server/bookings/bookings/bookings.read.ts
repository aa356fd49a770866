import { type BookableType, bookableTypes } from "../../../shared/bookings/bookings/bookings.schema";
import { carsStream, roomsStream } from "../../../shared/bookings/resources/resources.events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { StatementFor, Tx } from "../../platform/database/unit-of-work";
import { RawJson } from "../../platform/http/serve/answers";
import { streamPosition } from "../../platform/live/subscribe";
import type { Actor } from "../../platform/session";
import { serializeBookings } from "./bookings-presenter.service";
import type { BookingRow } from "./bookings.present";
import { selectBookingsBetween, selectBookingsById, selectBookingsOfUser } from "./bookings.sql";

export interface BookingsQuery {
  bookable_type?: BookableType;
  bookable_id?: number;
  car_type?: string;
  start_date?: string;
  end_date?: string;
}

/** The period of six months back and ahead, in full UTC days. */
function bookingWindowAt(now: number): { start_date: string; end_date: string } {
  const day = (months: number, days: number) => {
    const at = new Date(now);
    const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
    const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    first.setUTCDate(Math.min(at.getUTCDate(), lastDay) + days);
    return first.toISOString();
  };
  return { start_date: day(-6, 0), end_date: day(6, 1) };
}

/** @throws Problem 422 when the time is outside the window or ends before it begins. */
function timeOf(query: BookingsQuery, now: number) {
  const window = bookingWindowAt(now);
  const start = query.start_date ?? window.start_date;
  const end = query.end_date ?? window.end_date;
  const errors: Record<string, string[]> = {};
  if (start < window.start_date || start > window.end_date) errors.start_date = ["field.reservationWindow"];
  if (end > window.end_date || end < window.start_date) errors.end_date = ["field.reservationWindow"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors, record: { window } });
  if (end <= start) throw invalidFieldProblem("end_date", "field.bookingEnd");
  return { start, end, window };
}

async function listOf(
  tx: Tx,
  actor: Actor,
  query: BookingsQuery,
  statement: StatementFor<BookingRow>,
  furtherValues: unknown[],
) {
  const now = Date.now();
  const { start, end, window } = timeOf(query, now);
  const types = query.bookable_type ? [query.bookable_type] : [...bookableTypes];
  const values = [start, end, types, query.bookable_id ?? null, query.car_type ?? null, ...furtherValues];
  const rows = await tx.rows<BookingRow>(statement, values);
  const room = await streamPosition(tx, roomsStream(tx.tenantId));
  const car = await streamPosition(tx, carsStream(tx.tenantId));
  const position = { revisions: { room: room.revision, car: car.revision }, epoch: room.epoch };
  const data = await serializeBookings(tx, actor, rows, now);
  return new RawJson(`{"data":${data},${JSON.stringify({ window, ...position }).slice(1)}`);
}

export const readBookings = (tx: Tx, actor: Actor, query: BookingsQuery) =>
  listOf(tx, actor, query, selectBookingsBetween, []);

export const readMyBookings = (tx: Tx, actor: Actor, query: BookingsQuery) =>
  listOf(tx, actor, query, selectBookingsOfUser, [actor.id]);

export async function loadBookingRow(tx: Tx, id: number): Promise<BookingRow> {
  const row = await tx.one<BookingRow>(selectBookingsById, [[id]]);
  if (!row) throw new Problem("notFound");
  return row;
}
