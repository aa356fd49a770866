import { crossesSeatLimit } from "../../shared/subscription/seats.rules";
import { tellPeople } from "../notifications/tell.service";
import type { Tx } from "../platform/database/unit-of-work";
import { payers } from "./billing.sql";
import { seatsNow } from "./plan-limits.service";

/**
 * Tells those who may choose a plan that few accounts are left, or none: when somebody is added or switched on who takes the
 * organisation there, and not with everybody who comes after. Asked under the lock of the seats, with what was added already there.
 */
export async function tellOfSeats(tx: Tx, added: number): Promise<void> {
  const room = added > 0 ? await seatsNow(tx) : null;
  if (!room || room.most === null || !crossesSeatLimit(room.most, room.present - added, room.present)) return;
  const people = (await tx.rows<{ id: number }>(payers)).map(({ id }) => ({ id, reason: null }));
  const values = { left: String(Math.max(0, room.most - room.present)), most: String(room.most) };
  const about = { path: "/subscriptions", subject: "", taskId: null, projectId: null };
  await tellPeople(tx, { eventId: null, sender: null }, [{ kind: "plan.seats", people, values, ...about }]);
}
