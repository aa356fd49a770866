import { Problem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectStartedTrip = sql(
  "trips.started",
  "SELECT booking_id FROM trip WHERE tenant_id = current_tenant() AND booking_id = ANY($1) LIMIT 1",
);

/** Whether the trip of one of these bookings has started, even if it has ended. */
export const isAnyStarted = async (tx: Tx, bookingIds: readonly number[]): Promise<boolean> =>
  (await tx.one(selectStartedTrip, [bookingIds])) !== undefined;

/**
 * Checks that no trip has started. Must be called before locked bookings are changed.
 * @throws Problem 409 when the trip of one of them has started.
 */
export async function requireNotStarted(tx: Tx, bookingIds: readonly number[]): Promise<void> {
  if (await isAnyStarted(tx, bookingIds)) throw new Problem("trip.started");
}
