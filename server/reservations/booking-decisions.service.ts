import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";

/**
 * Which of the bookings $1 person $2 decides: those whose step asks them, or, for who says who decides ($3), those that they
 * may hand to themselves: not their own, and none that four eyes keep them from.
 */
const decidable = sql(
  "bookingRequests.decidable",
  `WITH asked AS MATERIALIZED (
     SELECT q.booking_id, r.id, r.requester_id FROM booking_request q JOIN request r ON r.tenant_id = q.tenant_id AND r.id = q.id
     WHERE q.tenant_id = current_tenant() AND q.booking_id = ANY($1) AND r.status = 'pending' AND r.requester_id <> $2)
   SELECT booking_id AS id FROM asked
   WHERE id IN (SELECT w.request_id FROM step_decider w WHERE w.decider_id = $2 AND w.request_id = ANY(ARRAY(SELECT id FROM asked)))
     OR ($3 AND id NOT IN (SELECT w.request_id FROM step_way w WHERE w.decider_id = $2 AND w.request_id = ANY(ARRAY(SELECT id FROM asked))))`,
);

/** Of bookings that wait, those that this person could decide now. */
export async function decidableBy(
  tx: Tx,
  actor: Pick<Actor, "id" | "permissions">,
  bookingIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (bookingIds.length === 0 || !actor.permissions.has("reservation-approve")) return new Set();
  const hands = actor.permissions.has("approval-rule-edit");
  const rows = await tx.rows<{ id: number }>(decidable, [bookingIds, actor.id, hands]);
  return new Set(rows.map(({ id }) => id));
}
