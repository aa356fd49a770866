import { Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";

/** The tenant's row is locked: two who are created at the same moment can't both take the last place. */
const lockTenant = sql("plan.lock", "SELECT id FROM tenant WHERE id = current_tenant() FOR NO KEY UPDATE");
const users = sql(
  "plan.users",
  `SELECT p.user_limit AS most, (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id AND u.active) AS present
   FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()`,
);

interface Room {
  most: number | null;
  present: number;
}

/** Whoever adds, changes or removes people of the tenant waits here for whoever does. */
export async function lockSeats(tx: Tx): Promise<void> {
  await tx.rows(lockTenant);
}

/** @throws Problem 403 when the plan has no room for one more person. */
export async function requireRoomForUser(tx: Tx): Promise<void> {
  await lockSeats(tx);
  const room = await tx.one<Room>(users); // a second statement: it sees what was committed while it waited
  if (room && room.most !== null && room.present >= room.most) throw new Problem("plan_limit_reached");
}

/** How many accounts the plan has, null for any number, and how many are in use. */
export const seatsNow = (tx: Tx): Promise<Room | undefined> => tx.one<Room>(users);

/** How many more people can be active; null where the plan knows no limit. */
export async function seatsLeft(tx: Tx): Promise<number | null> {
  const room = await seatsNow(tx);
  return !room || room.most === null ? null : Math.max(0, room.most - room.present);
}
