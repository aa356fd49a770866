import type { Permission } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import { byRole } from "../platform/database/holders";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";

const setting = sql("fourEyes.setting", "SELECT four_eyes() AS wanted");
const approvers = sql(
  "fourEyes.approvers",
  "SELECT id FROM request_approver WHERE request_id = $1 AND four_eyes() ORDER BY id",
);

/** Whether nobody decides two steps of one request here, or pays what they approved. */
export async function isFourEyed(tx: Tx): Promise<boolean> {
  return (await tx.one<{ wanted: boolean }>(setting))?.wanted ?? true;
}

/** Who decides nothing more of a request: who approved a step, and in whose name. Nobody without four eyes. */
export async function involvedIn(tx: Tx, requestId: number): Promise<ReadonlySet<number>> {
  return new Set((await tx.rows<{ id: number }>(approvers, [requestId])).map(({ id }) => id));
}

const wouldDecide = sql(
  "fourEyes.wouldDecide",
  "SELECT FROM step_way WHERE request_id = $1 AND decider_id = $2 LIMIT 1",
);

/** Whether it is only for a step decided before that somebody may not decide what is asked now. */
export async function isKeptApart(tx: Tx, userId: number, requestId: number): Promise<boolean> {
  return (await tx.one(wouldDecide, [requestId, userId])) !== undefined;
}

// Whether anybody else is there is asked only where it matters.
const apartOf = sql(
  "fourEyes.apartOf",
  `SELECT CASE WHEN EXISTS (
       SELECT FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND u.id NOT IN ($2, $3)
         AND NOT EXISTS (SELECT FROM request_approver a WHERE a.request_id = $1 AND a.id = u.id)
         AND ${byRole("u", "ARRAY[$4::text]")} AND person_holds(u.id, $4))
     THEN 'somebody_else' ELSE 'nobody_else' END AS who
   FROM request_approver WHERE request_id = $1 AND id = $2 AND four_eyes()`,
);

/** Who does what four eyes keep an approver from: somebody else, or the approver after all since nobody else is there. */
export type Apart = "somebody_else" | "nobody_else";

/** Null for who hasn't approved the request. `permission`: what it takes. */
export async function apartFrom(
  tx: Tx,
  actor: Pick<Actor, "id">,
  request: { id: number; requesterId: number },
  permission: Permission,
): Promise<Apart | null> {
  const values = [request.id, actor.id, request.requesterId, permission];
  return (await tx.one<{ who: Apart }>(apartOf, values))?.who ?? null;
}

/** @throws Problem 403 for who has approved it, as long as somebody else is there to pay. */
export async function refuseApprover(
  tx: Tx,
  actor: Pick<Actor, "id">,
  request: { id: number; requesterId: number },
): Promise<void> {
  if ((await apartFrom(tx, actor, request, "payment-pay")) === "somebody_else")
    throw new Problem("request.fourEyesPay");
}
