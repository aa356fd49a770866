import type { RequestAction } from "../../shared/approvals/approvals.workflow";
import { Problem } from "../../shared/kernel/problems";
import { grantedLeave, leaveLife, type LeaveStatus } from "../../shared/leave/leave.workflow";
import type { FamilyRules } from "../approvals/approvals.service";
import { standsAbove } from "../people/management-line.policy";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { LeaveRow } from "./leave.sql";

const typeName = sql(
  "leave.typeName",
  `SELECT t.name FROM leave_request l JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   WHERE l.tenant_id = current_tenant() AND l.id = $1`,
);

/** What the engine of approvals must know of leave. Roles are asked where HR is meant. */
export const leaveRules: FamilyRules = {
  family: "leave",
  workflow: leaveLife,
  kindOf: ({ approver }) => (approver === "role" ? "hr" : "manager"),
  title: async (tx, id) => (await tx.one<{ name: string }>(typeName, [id]))?.name ?? "",
};

/** HR sees every request, and may take back what has begun. */
export const isHr = (actor: Pick<Actor, "permissions">): boolean => actor.permissions.has("leave-request-hr-approve");

const waitsFor = sql(
  "leave.waitsFor",
  `SELECT FROM step_decider w JOIN request r ON r.tenant_id = current_tenant() AND r.id = w.request_id
   WHERE w.decider_id = $1 AND w.family = 'leave' AND r.requester_id = $2 LIMIT 1`,
);

/** Whose balance one may look into: also that of who waits for one's decision, as long as they do. */
export async function mayReadBalance(tx: Tx, actor: Actor, userId: number): Promise<boolean> {
  const allowed = userId === actor.id || isHr(actor) || actor.permissions.has("leave-balance-edit");
  if (allowed || (await standsAbove(tx, actor.id, userId))) return true;
  return (await tx.one(waitsFor, [actor.id, userId])) !== undefined;
}

/** @throws Problem 404. */
export async function authorizeBalance(tx: Tx, actor: Actor, userId: number): Promise<void> {
  if (!(await mayReadBalance(tx, actor, userId))) throw new Problem("notFound");
}

/**
 * The requester until what was granted begins, and what was never granted at any time; HR at any time, but for their own:
 * days that were taken come back by it, and nobody changes their own balance.
 * @throws Problem 403.
 */
export function authorizeCancelling(actor: Actor, request: LeaveRow, today: string): void {
  if (isHr(actor) && request.requesterId !== actor.id && request.status !== "draft") return;
  const begun = request.startDate <= today && grantedLeave.includes(request.status as LeaveStatus);
  if (request.requesterId !== actor.id || begun) throw new Problem("permission.denied");
}

/** Nobody but its owner has ever seen it. */
export const isUnsent = (request: LeaveRow): boolean => request.status === "draft" && request.round === 0;

/** What the requester may do by themself, out of what the workflow allows. */
export function ownActions(actor: Actor, request: LeaveRow, possible: readonly RequestAction[], today: string) {
  const own = request.requesterId === actor.id;
  const sendable = possible.includes("SEND") || possible.includes("RESUBMIT");
  let cancel = possible.includes("CANCEL");
  if (cancel) {
    try {
      authorizeCancelling(actor, request, today);
    } catch {
      cancel = false;
    }
  }
  const discard = own && isUnsent(request);
  return { edit: own && sendable, send: own && sendable, cancel: cancel && !discard, discard };
}
