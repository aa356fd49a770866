import type { Permission } from "../../../shared/kernel/access";
import { Problem } from "../../../shared/kernel/problems";
import { requireAssignableRole } from "../people/account-change.policy";
import { mayTakeOverAccount } from "../../identity/session/account.policy";
import { loadVisibleUser } from "../people/read-person.service";
import { programActor } from "../../platform/program-actor";
import type { Tx } from "../../platform/database/unit-of-work";
import { type Actor, loadActor } from "../../platform/session";
import { refuseOwnLeaders } from "../people/own-team.policy";

interface Planner {
  id: number;
  fullname: string;
  image: string | null;
}

/** Planned changes are applied with full permissions, independent of the planner's current permissions and account. */
export const scheduledActor = (tx: Tx, { id, fullname, image }: Planner): Actor => ({
  ...programActor(tx),
  id,
  fullname,
  image,
});

const noPermissions: ReadonlySet<Permission> = new Set();

/**
 * Re-checks role changes on their day: the planner must still be allowed to assign the new role and revoke the current one, and under
 * separation of duties may not be led by the employee.
 * @throws Problem 403.
 */
export async function requireRoleStillGrantable(
  tx: Tx,
  planner: Planner,
  { userId, roleId }: { userId: number; roleId: number | null | undefined },
): Promise<void> {
  if (!roleId) return;
  const scheduled = scheduledActor(tx, planner);
  const now = await loadActor(tx, scheduled, planner.id);
  const giver = { ...scheduled, permissions: now?.permissions ?? noPermissions };
  await requireAssignableRole(tx, giver, roleId);
  if (!mayTakeOverAccount(giver, await loadVisibleUser(tx, scheduled, userId))) throw new Problem("permission.denied");
  // A planner who has left has no superiors to check.
  if (now) await refuseOwnLeaders(tx, giver, userId);
}
