import type { Permission } from "../../../shared/kernel/access";
import { userStream } from "../../../shared/kernel/events";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { isExternalPermission } from "./roles.policy";
import * as statements from "./roles.sql";
import { refuseOwnLeaders } from "../../people/people/own-team.policy";

export interface RoleHolder {
  id: number;
  fullname: string;
  image: string | null;
  external: boolean;
  position: string | null;
}

/** All users with a permission, with the role that grants it; administrators first. */
export const readPermissionHolders = (tx: Tx, permission: Permission) =>
  tx.rows<RoleHolder & { role: string }>(statements.selectPermissionHolders, [
    permission,
    isExternalPermission(permission),
  ]);

/** @throws Problem 403 under separation of duties if the actor's superiors would lose permissions. */
export async function refuseReducingOwnLeaders(tx: Tx, actor: Actor, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length === 0) return;
  const holders = await tx.rows<RoleHolder>(statements.selectHoldersOfRole, [roleIds]);
  await refuseOwnLeaders(tx, actor, ...holders.map(({ id }) => id));
}

/** Makes screens and sockets of the role's holders reload their permissions. */
export async function emitHolderAccess(tx: Tx, roleIds: readonly number[]): Promise<void> {
  const holders = await tx.rows<RoleHolder>(statements.selectHoldersOfRole, [[...roleIds]]);
  for (const { id } of holders) tx.emit("user.access_changed", userStream(id), { id });
}
