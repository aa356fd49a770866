import { tellPeople } from "../notifications/tell.service";
import { byRole } from "../platform/database/holders";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { handoverKinds } from "../../shared/employment/handover.kinds";
import * as statements from "./handover.sql";

/** Whoever looks after people's records. */
const holders = sql(
  "hanging.holders",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
     AND ${byRole("u", "'{user-edit}'::text[]")} AND person_holds(u.id, 'user-edit') ORDER BY u.id`,
);

/**
 * Notifies those who look after records that somebody was switched off from outside while things hang on them; it leads to
 * the list of those, where successors are named. Nothing hangs: nobody is notified.
 */
export async function tellOfHanging(tx: Tx, { id, fullname }: { id: number; fullname: string }): Promise<void> {
  const held = await tx.rows<{ kind: string; count: number }>(statements.hanging, [id, null]);
  const open = held.filter(({ kind }) => handoverKinds.some((known) => known === kind));
  const count = open.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return;
  const people = (await tx.rows<{ id: number }>(holders)).map((holder) => ({ id: holder.id, reason: null }));
  const values = { name: fullname, count: String(count), sender: "", key: "" };
  const about = { path: `/employees/terminate/create/${id}`, subject: fullname, taskId: null, projectId: null };
  await tellPeople(tx, { eventId: null, sender: null }, [{ kind: "person.switchedOff", people, values, ...about }]);
}
