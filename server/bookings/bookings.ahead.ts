import { mostAhead } from "../../shared/bookings/bookings.rules";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import { invalid, Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";

/** Of two who book as the same person the second counts what the first has booked. */
const lockBooker = sql(
  "bookings.lockBooker",
  "SELECT pg_advisory_xact_lock(hashtextextended('bookings of ' || current_tenant()::text || ' ' || $1::text, 0))",
);
const aheadOf = sql(
  "bookings.aheadOf",
  `SELECT bookable_type AS kind, count(*)::int AS count FROM booking
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND starts_at > now() AND status IN ('pending', 'approved')
   GROUP BY bookable_type`,
);

export type Ahead = ReadonlyMap<BookableType, number>;

/** How many bookings somebody has that haven't begun, waiting or approved, by kind. Nobody books as them until this transaction is over. */
export async function bookedAhead(tx: Tx, userId: number): Promise<Ahead> {
  await tx.rows(lockBooker, [String(userId)]);
  const rows = await tx.rows<{ kind: BookableType; count: number }>(aheadOf, [userId]);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** @throws Problem 409 where it would be more than one person has of a kind. */
export function requireRoomAhead(ahead: Ahead, wanted: readonly BookableType[]): void {
  const after = new Map(ahead);
  for (const kind of wanted) after.set(kind, (after.get(kind) ?? 0) + 1);
  if (wanted.some((kind) => (after.get(kind) ?? 0) > mostAhead))
    throw new Problem("booking.tooManyAhead", { values: { limit: mostAhead } });
}

/**
 * Letters of all that somebody has booked ahead, in titles, notes and purposes: lists and calendars answer every word. Two thousand
 * rooms, cars and pieces each with the longest notes were thirty megabytes, and some lists of them at once kept everybody waiting for
 * seconds.
 */
export const mostLetters = 1_000_000;
const lettersAhead = sql(
  "bookings.lettersAhead",
  `SELECT COALESCE(sum(length(concat(title, note, from_place, to_place, purpose))), 0)::int AS count FROM booking
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND starts_at > now() AND status IN ('pending', 'approved')`,
);

/** Once they are written. @throws Problem 422 for more words than one person has ahead. */
export async function requireFewLetters(tx: Tx, userId: number): Promise<void> {
  const ahead = await tx.one<{ count: number }>(lettersAhead, [userId]);
  if ((ahead?.count ?? 0) > mostLetters) throw invalid("note", "field.tooLong");
}
