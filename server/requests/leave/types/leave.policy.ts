import type { RequestAction } from "../../../../shared/approvals/approvals/approvals.workflow";
import { Problem } from "../../../../shared/kernel/problems";
import { isGranted, isUndecided, leaveLifecycle } from "../../../../shared/requests/leave/requests/leave.workflow";
import { mayCreateInFamily } from "../../../approvals/documents/document.present";
import type { RequestFamilyRules } from "../../../approvals/approvals/approvals.service";
import { isManagerOf } from "../../../platform/management-line";
import type { Actor } from "../../../platform/session";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { LeaveRow } from "./leave.sql";

const typeName = sql(
  "leave.typeName",
  `SELECT t.name FROM leave_request l JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   WHERE l.tenant_id = current_tenant() AND l.id = $1`,
);

/** Rules of leave for the approval engine. Steps decided by a role are HR steps. */
export const leaveRules: RequestFamilyRules = {
  family: "leave",
  workflow: leaveLifecycle,
  kindOf: ({ approver }) => (approver === "role" ? "hr" : "manager"),
  title: async (tx, id) => (await tx.one<{ name: string }>(typeName, [id]))?.name ?? "",
};

/** HR sees every request and may cancel leave that has begun. */
export const isHr = (actor: Pick<Actor, "permissions">): boolean => actor.permissions.has("leave-request-hr-approve");

const waitsFor = sql(
  "leave.waitsFor",
  `SELECT FROM step_decider w JOIN request r ON r.tenant_id = current_tenant() AND r.id = w.request_id
   WHERE w.decider_id = $1 AND w.family = 'leave' AND r.requester_id = $2 LIMIT 1`,
);

/** Whether the actor may see a user's balance; includes approvers of a pending request of that user. */
export async function mayReadBalance(tx: Tx, actor: Actor, userId: number): Promise<boolean> {
  const allowed = userId === actor.id || isHr(actor) || actor.permissions.has("leave-balance-edit");
  if (allowed || (await isManagerOf(tx, actor.id, userId))) return true;
  return (await tx.one(waitsFor, [actor.id, userId])) !== undefined;
}

export async function authorizeBalance(tx: Tx, actor: Actor, userId: number): Promise<void> {
  if (!(await mayReadBalance(tx, actor, userId))) throw new Problem("notFound");
}

/**
 * The requester may cancel approved leave until it begins, and unapproved leave at any time. HR may always cancel leave except their own:
 * cancelling returns taken days, and users may not change their own balance. The requester may withdraw credited time.
 * @throws Problem 403.
 */
export function authorizeCancelling(actor: Actor, request: LeaveRow, today: string): void {
  if (isHr(actor) && request.requesterId !== actor.id && request.status !== "draft") return;
  const begun = request.kind !== "credit" && request.startDate <= today && isGranted(request);
  if (request.requesterId !== actor.id || begun) throw new Problem("permission.denied");
}

/**
 * Users may change their own approved leave until it begins, other own leave at any time, and never to dates in the past. HR may change the
 * leave of others at any time.
 * @throws Problem 403.
 */
export function authorizeChanging(actor: Actor, request: LeaveRow, today: string, newStart = request.startDate): void {
  if (request.requesterId !== actor.id) {
    if (!isHr(actor) || request.status === "draft") throw new Problem("permission.denied");
    return;
  }
  const past = isGranted(request) ? concernsThePast(request, newStart, today) : request.endDate < today;
  if (past) throw new Problem("leave.changeByHr");
}

/** Whether approved leave has begun or would begin in the past: its days were taken as approved. */
const concernsThePast = ({ startDate }: LeaveRow, newStart: string, today: string): boolean =>
  startDate <= today || newStart < today;

/** A change may wait for its decision until the leave has begun. @throws Problem 403 `leave.changeByHr` then, unless the actor is HR. */
export function authorizeApprovingChange(actor: Actor, leave: LeaveRow, change: LeaveRow, today: string): void {
  if (!isHr(actor) && concernsThePast(leave, change.startDate, today)) throw new Problem("leave.changeByHr");
}

const isChangeable = (request: LeaveRow): boolean =>
  request.kind === "leave" && request.live && (isGranted(request) || isUndecided(request));

export const isUnsentLeave = (request: LeaveRow): boolean => request.status === "draft" && request.round === 0;

export function ownerLeaveActions(actor: Actor, request: LeaveRow, possible: readonly RequestAction[], today: string) {
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
  // An approved change can't be cancelled itself, because the leave already has its dates.
  const isChange = request.kind === "change";
  if (isChange && isGranted(request)) cancel = false;
  const mayCreate = mayCreateInFamily(actor, request);
  const discard = own && mayCreate && isUnsentLeave(request);
  const send = own && mayCreate && sendable && !isChange;
  let change = mayCreate && isChangeable(request);
  if (change) {
    try {
      authorizeChanging(actor, request, today);
    } catch {
      change = false;
    }
  }
  return { edit: send, send, cancel: cancel && !isUnsentLeave(request), change, discard };
}
