import type { Permission } from "../../shared/kernel/permissions";
import { requireGivable } from "../people/account-change.service";
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
 * A role that governs others is given by who may on that day: what somebody planned outlives their place here, and not the right to
 * make administrators. @throws Problem 403.
 */
export async function requireGivableStill(tx: Tx, planner: Planner, roleId: number | null | undefined): Promise<void> {
  if (!roleId) return;
  const giver = scheduledActor(tx, planner);
  const now = await actorSeen(tx, giver, planner.id);
  await requireGivable(tx, { ...giver, permissions: now?.permissions ?? nothing }, roleId);
}
