import type { Reservation } from "../../shared/bookings/bookings.contract";
import { holds } from "../../shared/bookings/bookings.rules";
import type { ParticipantAnswer } from "../../shared/bookings/bookings.schema";
import { Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { tellAnswer } from "./answers-tell.service";
import { presentOne } from "./bookings-presented.service";
import { type BookingRow, concerns } from "./bookings.present";
import { bookingRow } from "./bookings.read";
import * as statements from "./bookings.sql";
import { tellBookings } from "./bookings-tell.service";

/** @throws Problem 404; 403 for who isn't invited; 409 when it is over. */
export async function answerInvitation(
  tx: Tx,
  actor: Actor,
  id: number,
  answer: ParticipantAnswer,
): Promise<Reservation> {
  const row = await bookingRow(tx, id);
  await tx.rows(statements.lockBookings, [[id]]);
  if (!row.participants.some((each) => each.id === actor.id)) throw new Problem("booking.notInvited");
  if (!holds(row) || row.ends_at.getTime() <= Date.now()) throw new Problem("booking.past");
  await tx.rows(statements.answerInvitation, [id, actor.id, answer]);
  await tx.rows(statements.touchBookings, [[id]]);
  if (row.participants.find((each) => each.id === actor.id)?.answer !== answer) {
    await tellAnswer(tx, actor, answer, row);
  }
  return toldOne(tx, actor, id, "booking.answered");
}

async function toldOne(
  tx: Tx,
  actor: Actor,
  id: number,
  type: "booking.updated" | "booking.checked_in" | "booking.answered",
) {
  const [row] = await tellBookings(tx, type, [id]);
  return presentOne(tx, actor, row as BookingRow);
}

/** Whoever booked it, is invited to it, or looks after bookings. @throws Problem 404, 403, 409 when it isn't going on. */
async function lockOngoing(tx: Tx, actor: Actor, id: number, aheadMs: number): Promise<BookingRow> {
  await tx.rows(statements.lockBookings, [[id]]);
  const row = await bookingRow(tx, id);
  if (!concerns(row, actor.id) && !actor.permissions.has("reservation-approve")) throw new Problem("booking.notYours");
  const now = Date.now();
  const goesOn = row.starts_at.getTime() - aheadMs <= now && now < row.ends_at.getTime();
  if (row.status !== "approved" || row.released_at !== null || !goesOn) throw new Problem("booking.notNow");
  return row;
}

/** Says that people have come. Twice is as good as once. */
export async function checkIn(tx: Tx, actor: Actor, id: number, aheadMs: number): Promise<Reservation> {
  const row = await lockOngoing(tx, actor, id, aheadMs);
  if (row.checked_in_at) return presentOne(tx, actor, row);
  await tx.rows(statements.checkInBooking, [id, new Date()]);
  return toldOne(tx, actor, id, "booking.checked_in");
}

/** Ends what goes on: the rest is free. */
export async function endBooking(tx: Tx, actor: Actor, id: number): Promise<Reservation> {
  await lockOngoing(tx, actor, id, 0);
  await tx.rows(statements.endBookingAt, [id, new Date(), false]);
  return toldOne(tx, actor, id, "booking.updated");
}
