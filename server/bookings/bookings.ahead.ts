import { mostAhead } from "../../shared/bookings/bookings.rules";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import { Problem } from "../../shared/kernel/problems";
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
