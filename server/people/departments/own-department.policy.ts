import { Problem } from "../../../shared/kernel/problems";
import { departmentHeadsAbove } from "../../approvals/approvals/approvals.policy";
import { isFourEyesRequired, refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { headedDepartments } from "./headed-departments.policy";

type Changing = Pick<Actor, "id" | "permissions">;

// Serializes changes of heads and departments: two concurrent changes could each pass the check but together affect their author.
const lockHeads = sql(
  "departments.lockHeads",
  "SELECT pg_advisory_xact_lock(hashtextextended('heads:' || current_tenant()::text, 0))",
);

/**
 * For user $1: departments they head, with all departments below, and the department they belong to, with all departments above. Users can
 * open requests of the departments they head and read news of the departments they belong to.
 */
const selectOwnDepartments = sql(
  "departments.ownPlace",
  `WITH RECURSIVE ${headedDepartments}, above AS (
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

/** Users who edit approval rules can change approvers anyway. */
const mayChoose = (actor: Changing) => actor.permissions.has("approval-rule-edit");

/**
 * Runs a change and rejects it if it alters who leads the actor or, under separation of duties, gives the actor more departments to lead or
 * belong to. Department heads approve requests and see their department's requests, and members read its news.
 * @throws Problem 403.
 */
export async function guardOwnDepartment<Done>(tx: Tx, actor: Changing, work: () => Promise<Done>): Promise<Done> {
  if (mayChoose(actor)) return work();
  await tx.rows(lockHeads);
  const [heads, own] = [await departmentHeadsAbove(tx, actor.id), await tx.rows<Own>(selectOwnDepartments, [actor.id])];
  const done = await work();
  if (heads.join() !== (await departmentHeadsAbove(tx, actor.id)).join())
    await refuseOwnEmployment(tx, actor, actor.id);
  const before = new Set(own.map(keyOf));
  const gainedDepartments = (await tx.rows<Own>(selectOwnDepartments, [actor.id])).filter(
    (one) => !before.has(keyOf(one)),
  );
  if (gainedDepartments.length > 0 && (await isFourEyesRequired(tx))) throw new Problem("user.ownAccess");
  return done;
}

/** Rejects a successor through which the actor would gain access to the deleted department's requests or news. @throws Problem 403. */
export async function refuseAbsorbingOwnDepartment(
  tx: Tx,
  actor: Changing,
  id: number,
  successorId: number,
): Promise<void> {
  if (mayChoose(actor)) return;
  await tx.rows(lockHeads);
  const own = await tx.rows<Own>(selectOwnDepartments, [actor.id]);
  const has = new Set(own.map(keyOf));
  const gainsDepartment = own.some((one) => one.id === successorId && !has.has(keyOf({ ...one, id })));
  if (gainsDepartment && (await isFourEyesRequired(tx))) throw new Problem("user.ownAccess");
}
