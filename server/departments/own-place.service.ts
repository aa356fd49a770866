import { Problem } from "../../shared/kernel/problems";
import { headsOver } from "../approvals/approvals.policy";
import { isFourEyed } from "../approvals/four-eyes.service";
import { refuseOwnEmployment } from "../people/own-employment.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { ledByOne } from "./led.policy";

type Changing = Pick<Actor, "id" | "permissions">;

// Of two changes at once each would find that nothing of whoever makes them is another, and both together make it one.
const lockHeads = sql(
  "departments.lockHeads",
  "SELECT pg_advisory_xact_lock(hashtextextended('heads:' || current_tenant()::text, 0))",
);

/** $1: what they lead, with all below it, whose requests they open; and what they are in, with all above it, whose news they read. */
const ownDepartments = sql(
  "departments.ownPlace",
  `WITH RECURSIVE ${ledByOne}, above AS (
     SELECT d.id, d.parent_id FROM app_user u JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
     WHERE u.tenant_id = current_tenant() AND u.id = $1
     UNION
     SELECT d.id, d.parent_id FROM above JOIN department d ON d.tenant_id = current_tenant() AND d.id = above.parent_id
   )
   SELECT 'led' AS how, id FROM led UNION ALL SELECT 'in', id FROM above`,
);

interface Own {
  how: "led" | "in";
  id: number;
}

const keyOf = ({ how, id }: Own) => `${how} ${id}`;

/** Whoever says who decides chooses all of this anyhow. */
const mayChoose = (actor: Changing) => actor.permissions.has("approval-rule-edit");

/**
 * Whoever leads the departments above somebody may be asked what they ask for; who leads a department opens its requests, and
 * who is in one reads what is written for those above. So with four eyes nobody chooses who leads them, nor gives themself more
 * to lead or to be in. @throws Problem 403.
 */
export async function keepingOwnPlace<Done>(tx: Tx, actor: Changing, work: () => Promise<Done>): Promise<Done> {
  if (mayChoose(actor)) return work();
  await tx.rows(lockHeads);
  const [heads, own] = [await headsOver(tx, actor.id), await tx.rows<Own>(ownDepartments, [actor.id])];
  const done = await work();
  if (heads.join() !== (await headsOver(tx, actor.id)).join()) await refuseOwnEmployment(tx, actor, actor.id);
  const before = new Set(own.map(keyOf));
  const more = (await tx.rows<Own>(ownDepartments, [actor.id])).filter((one) => !before.has(keyOf(one)));
  if (more.length > 0 && (await isFourEyed(tx))) throw new Problem("user.ownAccess");
  return done;
}

/** What names the one that goes is the successor's: its requests, its news. @throws Problem 403. */
export async function refuseTakingIn(tx: Tx, actor: Changing, id: number, successorId: number): Promise<void> {
  if (mayChoose(actor)) return;
  await tx.rows(lockHeads);
  const own = await tx.rows<Own>(ownDepartments, [actor.id]);
  const has = new Set(own.map(keyOf));
  const taken = own.some((one) => one.id === successorId && !has.has(keyOf({ ...one, id })));
  if (taken && (await isFourEyed(tx))) throw new Problem("user.ownAccess");
}
