import { notifyUsers } from "../../communication/notifications/notify.service";
import { crossesSeatLimit } from "../../../shared/billing/subscription/subscription.rules";
import { selectPayingUsers } from "./billing.sql";
import { Problem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";

/** Locks the tenant's row, so that two concurrently created users can't both take the last seat. */
const lockTenant = sql("plan.lock", "SELECT id FROM tenant WHERE id = current_tenant() FOR NO KEY UPDATE");
const selectSeatUsage = sql(
  "plan.users",
  `SELECT p.user_limit AS most, (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id AND u.active) AS present
   FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()`,
);

interface SeatUsage {
  most: number | null;
  present: number;
}

/** Serializes changes to the tenant's users. */
export async function lockSeats(tx: Tx): Promise<void> {
  await tx.rows(lockTenant);
}

/** The error contains the limit, so that the user knows what a larger plan must include. */
export const seatLimitReached = (limit: number): Problem =>
  new Problem("plan_limit_reached", { values: { kind: "people", limit } });

export async function enforceSeatLimit(tx: Tx): Promise<void> {
  await lockSeats(tx);
  const room = await tx.one<SeatUsage>(selectSeatUsage); // a second statement sees what was committed while waiting for the lock
  if (room && room.most !== null && room.present >= room.most) throw seatLimitReached(room.most);
}

export const seatUsage = (tx: Tx): Promise<SeatUsage | undefined> => tx.one<SeatUsage>(selectSeatUsage);

export async function seatsLeft(tx: Tx): Promise<number | null> {
  const room = await seatUsage(tx);
  return !room || room.most === null ? null : Math.max(0, room.most - room.present);
}

/**
 * Notifies users who can choose a plan when added or reactivated users make seats scarce or use them up. Sent only when the threshold is
 * crossed. Must be called after the users were added, with the seat lock held.
 */
export async function notifyOfSeats(tx: Tx, added: number): Promise<void> {
  const room = added > 0 ? await seatUsage(tx) : null;
  if (!room || room.most === null || !crossesSeatLimit(room.most, room.present - added, room.present)) return;
  const people = (await tx.rows<{ id: number }>(selectPayingUsers)).map(({ id }) => ({ id, reason: null }));
  const values = { left: String(Math.max(0, room.most - room.present)), most: String(room.most) };
  const about = { path: "/subscriptions", subject: "", taskId: null, projectId: null };
  await notifyUsers(tx, { eventId: null, sender: null }, [{ kind: "plan.seats", people, values, ...about }]);
}
