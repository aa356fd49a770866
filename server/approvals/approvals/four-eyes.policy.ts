import type { Permission } from "../../../shared/kernel/access";
import { Problem } from "../../../shared/kernel/problems";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectFourEyesSetting = sql("fourEyes.setting", "SELECT four_eyes() AS wanted");
const selectApprovers = sql(
  "fourEyes.approvers",
  "SELECT id FROM request_approver WHERE request_id = $1 AND four_eyes() ORDER BY id",
);

/** Whether the tenant requires separation of duties: no user decides two steps of a request or pays what they approved. */
export async function isFourEyesRequired(tx: Tx): Promise<boolean> {
  return (await tx.one<{ wanted: boolean }>(selectFourEyesSetting))?.wanted ?? true;
}

/** Separation of duties: users may not change their own pay and position. */
export const isOwnUnderFourEyes = async (tx: Tx, actor: Pick<Actor, "id">, userId: number): Promise<boolean> =>
  userId === actor.id && (await isFourEyesRequired(tx));

/** @throws Problem 403 under separation of duties when the user is the actor. */
export async function refuseOwnEmployment(tx: Tx, actor: Pick<Actor, "id">, userId: number): Promise<void> {
  if (await isOwnUnderFourEyes(tx, actor, userId)) throw new Problem("user.ownEmployment");
}

/** Users excluded from later steps: approvers of earlier steps and those they acted for. Empty without separation of duties. */
export async function earlierDeciders(tx: Tx, requestId: number): Promise<ReadonlySet<number>> {
  return new Set((await tx.rows<{ id: number }>(selectApprovers, [requestId])).map(({ id }) => id));
}

const wouldDecide = sql(
  "fourEyes.wouldDecide",
  "SELECT FROM step_way WHERE request_id = $1 AND decider_id = $2 LIMIT 1",
);

/** Whether an earlier decision is the only reason that the user may not decide the active step. */
export async function isExcludedByFourEyes(tx: Tx, userId: number, requestId: number): Promise<boolean> {
  return (await tx.one(wouldDecide, [requestId, userId])) !== undefined;
}

// The check for another eligible user runs only for an approver of the request.
const apartOf = sql(
  "fourEyes.apartOf",
  `SELECT CASE WHEN EXISTS (
       SELECT FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND u.id NOT IN ($2, $3)
         AND NOT EXISTS (SELECT FROM request_approver a WHERE a.request_id = $1 AND a.id = u.id)
         AND ${roleHoldsAny("u", "ARRAY[$4::text]")} AND person_holds(u.id, $4))
     THEN 'somebody_else' ELSE 'nobody_else' END AS who
   FROM request_approver WHERE request_id = $1 AND id = $2 AND four_eyes()`,
);

/** For a request that the actor approved: whether another user can act on it, or only the actor because no other user can. */
export type FourEyesState = "somebody_else" | "nobody_else";

/**
 * Returns null when the actor hasn't approved the request.
 * @param permission the permission the action requires.
 */
export async function fourEyesState(
  tx: Tx,
  actor: Pick<Actor, "id">,
  request: { id: number; requesterId: number },
  permission: Permission,
): Promise<FourEyesState | null> {
  const values = [request.id, actor.id, request.requesterId, permission];
  return (await tx.one<{ who: FourEyesState }>(apartOf, values))?.who ?? null;
}

const keptFromPaying = sql(
  "fourEyes.keptFromPaying",
  `SELECT a.request_id AS id FROM request_approver a
   JOIN request r ON r.tenant_id = a.tenant_id AND r.id = a.request_id
   WHERE a.request_id = ANY($1) AND a.id = $2 AND four_eyes() AND EXISTS (
     SELECT FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND u.id NOT IN ($2, r.requester_id)
       AND NOT EXISTS (SELECT FROM request_approver o WHERE o.request_id = r.id AND o.id = u.id)
       AND ${roleHoldsAny("u", "ARRAY[$3::text]")} AND person_holds(u.id, $3))`,
);

/** Requests the actor approved and may not pay because another user can. */
export async function requestsBlockedByFourEyes(
  tx: Tx,
  actor: Pick<Actor, "id">,
  requestIds: readonly number[],
  permission: Permission,
): Promise<ReadonlySet<number>> {
  const rows = await tx.rows<{ id: number }>(keptFromPaying, [[...requestIds], actor.id, permission]);
  return new Set(rows.map(({ id }) => id));
}

export type PaymentRefusal = "request.own" | "request.fourEyesPay";

/** For each request that the actor may not pay, the problem that an attempt would return. */
export async function paymentRefusals(
  tx: Tx,
  actor: Pick<Actor, "id">,
  requests: readonly { id: number; requesterId: number }[],
  permission: Permission,
): Promise<ReadonlyMap<number, PaymentRefusal>> {
  const blocked = await requestsBlockedByFourEyes(
    tx,
    actor,
    requests.map(({ id }) => id),
    permission,
  );
  const refusals = new Map<number, PaymentRefusal>();
  for (const { id, requesterId } of requests) {
    if (requesterId === actor.id) refusals.set(id, "request.own");
    else if (blocked.has(id)) refusals.set(id, "request.fourEyesPay");
  }
  return refusals;
}

export async function refusePayingApprover(
  tx: Tx,
  actor: Pick<Actor, "id">,
  request: { id: number; requesterId: number },
  permission: Permission = "payment-pay",
): Promise<void> {
  if ((await fourEyesState(tx, actor, request, permission)) === "somebody_else")
    throw new Problem("request.fourEyesPay");
}
