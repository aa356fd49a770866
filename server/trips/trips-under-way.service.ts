import { Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";

const started = sql(
  "trips.started",
  "SELECT booking_id FROM trip WHERE tenant_id = current_tenant() AND booking_id = ANY($1) LIMIT 1",
);

/** Whether one of these bookings is driven, or was. */
export const isAnyStarted = async (tx: Tx, bookingIds: readonly number[]): Promise<boolean> =>
  (await tx.one(started, [bookingIds])) !== undefined;

/** Whoever changes bookings, holding them, asks first. @throws Problem 409 when one of them is driven, or was. */
export async function requireNotStarted(tx: Tx, bookingIds: readonly number[]): Promise<void> {
  if (await isAnyStarted(tx, bookingIds)) throw new Problem("trip.started");
}
