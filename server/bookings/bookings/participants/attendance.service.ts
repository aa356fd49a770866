import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { occupiesResource } from "../../../../shared/bookings/bookings/bookings.rules";
import type { BookingScope, ParticipantAnswer } from "../../../../shared/bookings/bookings/bookings.schema";
import { Problem } from "../../../../shared/kernel/problems";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { notifyOfAnswer } from "../answer-notifications.service";
import { presentOneBooking } from "../bookings-presenter.service";
import { type BookingRow, isConcernedByBooking } from "../bookings.present";
import { loadBookingRow } from "../bookings.read";
import * as statements from "../bookings.sql";
import { emitBookings } from "../bookings-events.service";
import { notifyPrivateOwner } from "../private-owner-notifications.service";

/**
 * Stores the actor's answer for one date, or for the upcoming dates of its series to which the actor is invited.
 * @returns the date and the number of answered dates.
 * @throws Problem 404; 403 when not invited; 409 when the booking has ended.
 */
export async function answerInvitation(
  tx: Tx,
  actor: Actor,
  id: number,
  answer: ParticipantAnswer,
  scope: BookingScope = "this",
): Promise<{ data: BookingWithPermissions; count: number }> {
  const others = await datesOf(tx, await loadBookingRow(tx, id), scope);
  await tx.rows(statements.lockBookings, [[id, ...others]]);
  // Re-read under lock: the booking may have been cancelled, or the actor uninvited, while this call waited for the lock.
  const row = await loadBookingRow(tx, id);
  if (!row.participants.some((each) => each.id === actor.id)) throw new Problem("booking.notInvited");
  if (!occupiesResource(row) || row.ends_at.getTime() <= Date.now()) throw new Problem("booking.past");
  const answered = await tx.rows<{ booking_id: number }>(statements.updateInvitationAnswer, [
    [id, ...others],
    actor.id,
    answer,
  ]);
  const ids = answered.map(({ booking_id }) => booking_id);
  await tx.rows(statements.updateBookingVersions, [ids]);
  if (row.participants.find((each) => each.id === actor.id)?.answer !== answer) {
    await notifyOfAnswer(tx, actor, answer, row);
  }
  const rows = await emitBookings(tx, "booking.answered", ids);
  const data = await presentOneBooking(tx, actor, rows.find((each) => each.id === id) as BookingRow);
  return { data, count: ids.length };
}

async function datesOf(tx: Tx, { id, series_id, series_date }: BookingRow, scope: BookingScope): Promise<number[]> {
  if (scope === "this" || series_id === null) return [];
  const from = scope === "following" ? series_date : null;
  const found = await tx.rows<{ id: number }>(statements.selectUpcomingSeriesDates, [series_id, from, new Date()]);
  return found.map((each) => each.id).filter((each) => each !== id);
}

/**
 * Locks an ongoing booking for its requester, a participant, or a user with `reservation-approve`.
 * @throws Problem 404, 403, 409 when it isn't ongoing.
 */
async function lockOngoing(tx: Tx, actor: Actor, id: number, aheadMs: number): Promise<BookingRow> {
  await tx.rows(statements.lockBookings, [[id]]);
  const row = await loadBookingRow(tx, id);
  if (!isConcernedByBooking(row, actor.id) && !actor.permissions.has("reservation-approve"))
    throw new Problem("booking.notYours");
  const now = Date.now();
  const goesOn = row.starts_at.getTime() - aheadMs <= now && now < row.ends_at.getTime();
  if (row.status !== "approved" || row.released_at !== null || !goesOn) throw new Problem("booking.notNow");
  return row;
}

/** Confirms the attendance. Idempotent. */
export async function checkInToBooking(
  tx: Tx,
  actor: Actor,
  id: number,
  aheadMs: number,
): Promise<BookingWithPermissions> {
  const row = await lockOngoing(tx, actor, id, aheadMs);
  if (row.checked_in_at) return presentOneBooking(tx, actor, row);
  await tx.rows(statements.updateBookingCheckIn, [id, new Date()]);
  const [checkedIn] = await emitBookings(tx, "booking.checked_in", [id]);
  return presentOneBooking(tx, actor, checkedIn as BookingRow);
}

export async function endBooking(tx: Tx, actor: Actor, id: number): Promise<BookingWithPermissions> {
  await lockOngoing(tx, actor, id, 0);
  await tx.rows(statements.updateBookingEnd, [id, new Date(), false]);
  const rows = await emitBookings(tx, "booking.updated", [id]);
  await notifyPrivateOwner(tx, actor, "booking.updated", rows);
  return presentOneBooking(tx, actor, rows[0] as BookingRow);
}
