import { Problem } from "../../shared/kernel/problems";
import { isFourEyed } from "../approvals/four-eyes.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { standsAbove } from "./management-line.policy";

/** Whoever says who decides chooses whom they lead anyhow. */
export const choosesOwnTeam = (actor: Pick<Actor, "permissions">): boolean =>
  actor.permissions.has("approval-rule-edit");

/**
 * Whoever stands above somebody reads what they ask for, and their figures. So with four eyes nobody puts anybody below
 * themself who wasn't ([decision 375](../../docs/decisions/0375-nobody-lets-themself-in.md)). @throws Problem 403.
 */
export async function refuseOwnTeam(
  tx: Tx,
  actor: Pick<Actor, "id" | "permissions">,
  now: { id: number; parent_id?: number | null },
  parentId: number | null | undefined,
): Promise<void> {
  if (!parentId || parentId === now.parent_id || now.id === actor.id || choosesOwnTeam(actor)) return;
  if (parentId !== actor.id && !(await standsAbove(tx, actor.id, parentId))) return;
  if (await standsAbove(tx, actor.id, now.id)) return;
  if (await isFourEyed(tx)) throw new Problem("user.ownAccess");
}
