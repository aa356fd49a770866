import type { Permission } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import { requireGivable } from "../people/account-change.service";
import { refuseOwnLead } from "../people/own-lead.service";
import { mayTakeFrom } from "../people/people.policy";
import { visibleUser } from "../people/read-person.service";
import { programActor } from "../platform/program-actor";
import type { Tx } from "../platform/database/unit-of-work";
import { type Actor, actorSeen } from "../platform/session";

interface Planner {
  id: number;
  fullname: string;
  image: string | null;
}

/** What was planned by somebody who could is done on its day, whatever they may by then, and whether they are still here. */
export const scheduledActor = (tx: Tx, { id, fullname, image }: Planner): Actor => ({
  ...programActor(tx),
  id,
  fullname,
  image,
});

const nothing: ReadonlySet<Permission> = new Set();

/**
 * A role that governs others is given, and taken from who has it by then, by who may on that day: what somebody planned outlives their place
 * here, and not the right to make administrators or unmake them. Nor is it done to who leads them by then, with four eyes.
 * @throws Problem 403.
 */
export async function requireRoleStill(
  tx: Tx,
  planner: Planner,
  { userId, roleId }: { userId: number; roleId: number | null | undefined },
): Promise<void> {
  if (!roleId) return;
  const scheduled = scheduledActor(tx, planner);
  const now = await actorSeen(tx, scheduled, planner.id);
  const giver = { ...scheduled, permissions: now?.permissions ?? nothing };
  await requireGivable(tx, giver, roleId);
  if (!mayTakeFrom(giver, await visibleUser(tx, scheduled, userId))) throw new Problem("permission.denied");
  // Who has gone has nobody who leads them.
  if (now) await refuseOwnLead(tx, giver, userId);
}
