import { Problem } from "../../../shared/kernel/problems";
import { isFourEyesRequired, refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { isManagerOf } from "../../platform/management-line";
import { departmentHeadsAbove } from "../../approvals/approvals/approvals.policy";

type Changing = Pick<Actor, "id" | "permissions">;

const selectManager = sql(
  "ownLead.managerOf",
  "SELECT parent_id AS id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND parent_id IS NOT NULL",
  { notNull: ["id"] },
);

/**
 * Users who may approve the actor's requests: their manager and the heads of their department and of those above it. Under separation of
 * duties the actor may not replace or deactivate them or change their role, unless the actor may edit approval rules.
 * @returns their ids.
 */
export async function ownLeaderIds(tx: Tx, actor: Changing): Promise<readonly number[]> {
  if (actor.permissions.has("approval-rule-edit") || !(await isFourEyesRequired(tx))) return [];
  const manager = await tx.one<{ id: number }>(selectManager, [actor.id]);
  return [...(manager ? [manager.id] : []), ...(await departmentHeadsAbove(tx, actor.id))];
}

/** @throws Problem 403 for the actor's superiors under separation of duties. */
export async function refuseOwnLeaders(tx: Tx, actor: Changing, ...userIds: number[]): Promise<void> {
  const leaderIds = await ownLeaderIds(tx, actor);
  if (userIds.some((id) => leaderIds.includes(id))) await refuseOwnEmployment(tx, actor, actor.id);
}

/** Users who edit approval rules can choose their approvers anyway, so the restrictions on their own team don't apply. */
export const mayChooseOwnTeam = (actor: Pick<Actor, "permissions">): boolean =>
  actor.permissions.has("approval-rule-edit");

/**
 * Managers see requests and figures of their reports. Under separation of duties users may therefore not add employees to their own team.
 * @throws Problem 403.
 */
export async function refuseOwnTeam(
  tx: Tx,
  actor: Pick<Actor, "id" | "permissions">,
  now: { id: number; parent_id?: number | null },
  managerId: number | null | undefined,
): Promise<void> {
  if (!managerId || managerId === now.parent_id || now.id === actor.id || mayChooseOwnTeam(actor)) return;
  if (managerId !== actor.id && !(await isManagerOf(tx, actor.id, managerId))) return;
  if (await isManagerOf(tx, actor.id, now.id)) return;
  if (await isFourEyesRequired(tx)) throw new Problem("user.ownAccess");
}
