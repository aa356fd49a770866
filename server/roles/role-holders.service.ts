import { userStream } from "../../shared/kernel/events";
import type { Permission } from "../../shared/kernel/permissions";
import { refuseOwnLead } from "../people/own-lead.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { countsOutside } from "./roles.policy";
import * as statements from "./roles.sql";

export interface Holder {
  id: number;
  fullname: string;
  image: string | null;
  external: boolean;
  position: string | null;
}

/** Everybody who holds a permission, and by which role; administrators first. */
export const whoMay = (tx: Tx, permission: Permission) =>
  tx.rows<Holder & { role: string }>(statements.whoMay, [permission, countsOutside(permission)]);

/** @throws Problem 403 where those who lead the actor would lose something, with four eyes. */
export async function refuseToTakeFromLead(tx: Tx, actor: Actor, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length === 0) return;
  const holders = await tx.rows<Holder>(statements.holdersOf, [roleIds]);
  await refuseOwnLead(tx, actor, ...holders.map(({ id }) => id));
}

/** Its holders' screens and sockets ask again what they may. */
export async function tellHolders(tx: Tx, roleIds: readonly number[]): Promise<void> {
  const holders = await tx.rows<Holder>(statements.holdersOf, [[...roleIds]]);
  for (const { id } of holders) tx.emit("user.access_changed", userStream(id), { id });
}
