import { headsOver } from "../approvals/approvals.policy";
import { isFourEyed } from "../approvals/four-eyes.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { refuseOwnEmployment } from "./own-employment.service";

type Changing = Pick<Actor, "id" | "permissions">;

const managerOf = sql(
  "ownLead.managerOf",
  "SELECT parent_id AS id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND parent_id IS NOT NULL",
);

/**
 * Whoever leads somebody may be asked what they ask for: their manager, and who heads their department or one above it. So with four eyes
 * nobody says who comes after these, nor switches them off or takes their rights, but who says who decides anyhow. @returns these people.
 */
export async function whoIsKept(tx: Tx, actor: Changing): Promise<readonly number[]> {
  if (actor.permissions.has("approval-rule-edit") || !(await isFourEyed(tx))) return [];
  const manager = await tx.one<{ id: number }>(managerOf, [actor.id]);
  return [...(manager ? [manager.id] : []), ...(await headsOver(tx, actor.id))];
}

/** @throws Problem 403 for who leads oneself, with four eyes. */
export async function refuseOwnLead(tx: Tx, actor: Changing, ...userIds: number[]): Promise<void> {
  const kept = await whoIsKept(tx, actor);
  if (userIds.some((id) => kept.includes(id))) await refuseOwnEmployment(tx, actor, actor.id);
}
