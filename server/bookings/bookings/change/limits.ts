import { maxUpcomingBookings } from "../../../../shared/bookings/bookings/bookings.rules";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { sql, type Tx } from "../../../platform/database/unit-of-work";

/** Serializes bookings of one requester, so that concurrent requests count each other's bookings. */
const lockBooker = sql(
  "bookings.lockBooker",
  "SELECT pg_advisory_xact_lock(hashtextextended('bookings of ' || current_tenant()::text || ' ' || $1::text, 0))",
);
const countUpcomingByType = sql(
  "bookings.aheadOf",
  `SELECT bookable_type AS kind, count(*)::int AS count FROM booking
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND starts_at > now() AND status IN ('pending', 'approved')
   GROUP BY bookable_type`,
);

export type UpcomingCounts = ReadonlyMap<BookableType, number>;

/** Counts the user's upcoming pending or approved bookings by type. Locks out other bookings of the user until the transaction ends. */
export async function countUpcomingBookings(tx: Tx, userId: number): Promise<UpcomingCounts> {
  await tx.rows(lockBooker, [String(userId)]);
  const rows = await tx.rows<{ kind: BookableType; count: number }>(countUpcomingByType, [userId]);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

export function enforceBookingLimit(ahead: UpcomingCounts, requestedKinds: readonly BookableType[]): void {
  const after = new Map(ahead);
  for (const kind of requestedKinds) after.set(kind, (after.get(kind) ?? 0) + 1);
  if (requestedKinds.some((kind) => (after.get(kind) ?? 0) > maxUpcomingBookings))
    throw new Problem("booking.tooManyAhead", { values: { limit: maxUpcomingBookings } });
}

/**
 * Limit of characters in titles, notes and purposes of a user's upcoming bookings, because lists and calendars contain all of them. 2,000
 * bookings with the longest notes were 30 MB, and a few concurrent lists blocked the process for seconds.
 */
export const maxTextCharacters = 1_000_000;
const countUpcomingCharacters = sql(
  "bookings.lettersAhead",
  `SELECT COALESCE(sum(length(concat(title, note, from_place, to_place, purpose))), 0)::int AS count FROM booking
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND starts_at > now() AND status IN ('pending', 'approved')`,
);

/** Runs after the bookings are written. @throws Problem 422 when the user's upcoming bookings contain too much text. */
export async function enforceTextLimit(tx: Tx, userId: number): Promise<void> {
  const ahead = await tx.one<{ count: number }>(countUpcomingCharacters, [userId]);
  if ((ahead?.count ?? 0) > maxTextCharacters) throw invalidFieldProblem("note", "field.tooLong");
}
