import type { InferType } from "yup";
import type { ApprovalDecision } from "../../../../shared/approvals/approvals/approvals.workflow";
import { userStream } from "../../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { type CountedDay, costOf, halvesOf } from "../../../../shared/requests/leave/calendar/days.rules";
import type { leaveRequestSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import {
  grantedLeaveStatuses,
  type LeaveStatus,
  undecidedLeaveStatuses,
} from "../../../../shared/requests/leave/requests/leave.workflow";
import { RequestEntity } from "../../../approvals/approvals/request.entity";
import { cancelRequest, decideRequest } from "../../../approvals/approvals/approvals.service";
import type { RequestRow } from "../../../approvals/approvals/request.entity";
import { undoDecision } from "../../../approvals/approvals/decision-undo.service";
import { enforceDraftLimit } from "../../../approvals/approvals/draft-limit";
import type { FileEntity } from "../../../platform/files/file.entity";
import type { Actor } from "../../../platform/session";
import type { Tx } from "../../../platform/database/unit-of-work";
import { releaseDays, returnDays, convertReservedDays, revertTakenDays } from "../ledger/balance.service";
import {
  applyChange,
  closePendingChange,
  dropChange,
  lockChangedLeave,
  proposeAgain,
  revertChange,
} from "./change.service";
import { countLeaveDays } from "../calendar/work-calendar.read";
import { creditedHours, grantCredit, takeBackCredit } from "../ledger/credits.service";
import { resolveSpan } from "./span";
import { LeaveRequestEntity, LeaveTypeEntity } from "../types/leave.entity";
import { requireOwnRequest, requireVisibleRequest } from "../../../approvals/approvals/request-readers.policy";
import { authorizeCancelling, isHr, isUnsentLeave, leaveRules } from "../types/leave.policy";
import {
  enterLeaveForEmployee,
  ledgerKeyOf,
  submitLeaveRequest,
  reserveLeaveAgain,
  emitCalendarChanged,
} from "./sending.service";
import { syncStandIns } from "../cover/stand-ins.service";
import {
  substituteCandidate,
  findLeave,
  type LeavePerson,
  type LeaveRow,
  lockLeave,
  lockPerson,
} from "../types/leave.sql";

type Input = InferType<typeof leaveRequestSchema>;

export const loadVisibleLeave = async (tx: Tx, actor: Actor, id: number): Promise<LeaveRow> =>
  requireVisibleRequest(tx, actor, await tx.one<LeaveRow>(findLeave, [id]));

/**
 * Like `loadVisibleLeave`, with the request locked until the transaction ends.
 * @throws Problem 404; 409 when `version` is stale.
 */
const lockedLeave = async (tx: Tx, actor: Actor, id: number, version: number | undefined): Promise<LeaveRow> =>
  requireVisibleRequest(tx, actor, await tx.one<LeaveRow>(lockLeave, [id]), version);

interface Facts {
  type: LeaveTypeEntity;
  counted: CountedDay[];
  row: Pick<
    LeaveRequestEntity,
    | "leaveTypeId"
    | "startDate"
    | "endDate"
    | "fromNoon"
    | "toNoon"
    | "startTime"
    | "endTime"
    | "partMinutes"
    | "breakMinutes"
    | "days"
    | "counted"
    | "reason"
    | "substituteId"
  >;
}

async function factsOf(tx: Tx, { id: userId, timeZone }: LeavePerson, input: Input): Promise<Facts> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: input.leave_type_id });
  if (!type) throw invalidFieldProblem("leave_type_id", "field.unknown");
  const substituteId = input.substitute_id ?? input.stand_in_id ?? null;
  await requireSubstitute(tx, userId, substituteId, input.substitute_id ? "substitute_id" : "stand_in_id");
  const span = resolveSpan(input, timeZone);
  const { from_noon, to_noon } = halvesOf(span);
  const counted = await countLeaveDays(tx, userId, type, span);
  return {
    type,
    counted,
    row: {
      leaveTypeId: type.id,
      startDate: input.start_date,
      endDate: input.end_date,
      fromNoon: from_noon,
      toNoon: to_noon,
      startTime: span.part?.start_time ?? null,
      endTime: span.part?.end_time ?? null,
      partMinutes: span.part?.minutes ?? null,
      breakMinutes: input.credit ? (input.break_minutes ?? 0) : null,
      ...(input.credit ? { days: creditedHours(span, input.break_minutes ?? 0), counted: null } : costOf(counted)),
      reason: input.reason ?? null,
      substituteId,
    },
  };
}

async function requireSubstitute(tx: Tx, userId: number, id: number | null, field: string): Promise<void> {
  if (id === null) return;
  if (id === userId) throw invalidFieldProblem(field, "leave.substituteSelf");
  if (!(await tx.one(substituteCandidate, [id]))) throw invalidFieldProblem(field, "field.unknown");
}

export type StoreFile = () => Promise<Pick<FileEntity, "id">>;

/** Creates and sends a request, or saves a draft. @throws Problem 422 with all violations, also when the draft limit is reached. */
export async function createLeave(tx: Tx, actor: Actor, input: Input, keep?: StoreFile): Promise<number> {
  const userId = await resolveLeaveOwner(tx, actor, input);
  const person = await lockedPerson(tx, actor, userId);
  if (input.draft) await enforceDraftLimit(tx, userId, "leave");
  const { type, row } = await factsOf(tx, person, input);
  const facts = {
    family: "leave" as const,
    requesterId: userId,
    departmentId: person.departmentId,
    type: String(type.id),
  };
  const { id } = await tx.repo(RequestEntity).insert(facts);
  const fileId = keep ? (await keep()).id : null;
  await tx.repo(LeaveRequestEntity).insert({ id, userId, ...row, fileId });
  if (input.draft) emitDraft(tx, actor, id, 1);
  else await (userId === actor.id ? submitLeaveRequest : enterLeaveForEmployee)(tx, await own(tx, id), person);
  return id;
}

/**
 * Updates a draft or a returned request; without `draft` it is also sent.
 * @throws Problem 404; 403 for another user's request; 409 when it was already sent or is stale; 422.
 */
export async function updateLeave(tx: Tx, actor: Actor, id: number, input: Input, keep?: StoreFile): Promise<void> {
  const userId = await resolveLeaveOwner(tx, actor, input);
  const person = await lockedPerson(tx, actor, userId);
  const request = await lockedLeave(tx, actor, id, input.version);
  if (request.requesterId !== userId) {
    throw userId === actor.id ? new Problem("permission.denied") : invalidFieldProblem("user_id", "field.unknown");
  }
  if (
    undecidedLeaveStatuses.includes(request.status as LeaveStatus) ||
    request.live ||
    request.claimed ||
    request.changesId !== null ||
    request.status === "cancelled"
  ) {
    throw new Problem("request.wrongState");
  }
  const { type, row } = await factsOf(tx, person, input);
  const fileId = keep ? (await keep()).id : input.remove_attachment ? null : request.fileId;
  await tx.repo(LeaveRequestEntity).update({ id }, { ...row, fileId });
  const version = request.version + 1;
  await tx.repo(RequestEntity).update({ id }, { type: String(type.id), version, updatedAt: () => "now()" });
  if (input.draft) emitDraft(tx, actor, id, version);
  else await (userId === actor.id ? submitLeaveRequest : enterLeaveForEmployee)(tx, await own(tx, id), person);
}

/**
 * Returns the employee the leave is for; HR may enter it for other employees.
 * @throws Problem 403 without HR permission; 422 for an unknown employee, and for a draft on behalf of another employee.
 */
async function resolveLeaveOwner(tx: Tx, actor: Actor, { user_id: userId, draft }: Input): Promise<number> {
  if (userId === undefined || userId === null || userId === actor.id) return actor.id;
  if (!isHr(actor)) throw new Problem("permission.denied");
  if (!(await tx.one(substituteCandidate, [userId]))) throw invalidFieldProblem("user_id", "field.unknown");
  if (draft) throw invalidFieldProblem("draft", "leave.enteredAtOnce");
  return userId;
}

/** `hr` depends on the actor, not on the employee, because only HR may enter leave in a closed year. */
async function lockedPerson(tx: Tx, actor: Actor, userId: number): Promise<LeavePerson> {
  const person = (await tx.one<LeavePerson>(lockPerson, [userId])) as LeavePerson;
  return { ...person, hr: isHr(actor) };
}

export async function sendLeave(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const person = (await tx.one<LeavePerson>(lockPerson, [actor.id])) as LeavePerson;
  const request = await lockedLeave(tx, actor, id, version);
  requireOwnRequest(actor, request);
  if (request.changesId !== null) throw new Problem("request.wrongState");
  await submitLeaveRequest(tx, request, person);
}

/**
 * Deletes a draft with its document.
 * @throws Problem 404; 403 for another user's draft; 409 once it was sent.
 */
export async function discardLeave(tx: Tx, actor: Actor, id: number): Promise<void> {
  const request = await lockedLeave(tx, actor, id, undefined);
  requireOwnRequest(actor, request);
  if (!isUnsentLeave(request)) throw new Problem("request.wrongState");
  await tx.repo(RequestEntity).delete({ id });
  emitDraft(tx, actor, id, request.version);
}

/** Updates other open screens of the same user. */
const emitDraft = (tx: Tx, actor: Actor, id: number, version: number) =>
  tx.emit("leave.draft", userStream(actor.id), { id, version });

const own = async (tx: Tx, id: number) => (await tx.one<LeaveRow>(lockLeave, [id])) as LeaveRow;

/**
 * @throws Problem 404; 403 for the actor's own request, or when the actor isn't an approver; 409 when the version is stale or the request
 *   is already decided.
 */
export async function decideLeave(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: ApprovalDecision,
  how: { version?: number; note: string | null },
): Promise<void> {
  const changed = await lockChangedLeave(tx, id);
  const request = await lockedLeave(tx, actor, id, undefined);
  const decided = await decideRequest(tx, leaveRules, actor, request, decision, how);
  const status = decided.status as LeaveStatus;
  if (undecidedLeaveStatuses.includes(status)) return;
  if (changed) {
    emitCalendarChanged(tx);
    return grantedLeaveStatuses.includes(status) ? applyChange(tx, changed, request) : dropChange(tx, changed, request);
  }
  emitCalendarChanged(tx);
  if (grantedLeaveStatuses.includes(status)) {
    if (request.breakMinutes !== null) return grantCredit(tx, request);
    await syncStandIns(tx, id);
    return convertReservedDays(tx, ledgerKeyOf(request), id);
  }
  await tx.repo(LeaveRequestEntity).update({ id }, { live: false, claimed: false });
  await releaseDays(tx, ledgerKeyOf(request), id);
}

/** Undoes the decision and reserves the days again. @throws Problem 404, 403, 409; 422 when the days are no longer available. */
export async function undoLeaveDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  const changed = await lockChangedLeave(tx, id);
  const request = await lockedLeave(tx, actor, id, undefined);
  const undone = await undoDecision(tx, actor, request);
  const status = request.status as LeaveStatus;
  if (undecidedLeaveStatuses.includes(status)) return undone;
  emitCalendarChanged(tx);
  if (changed) {
    await (grantedLeaveStatuses.includes(status) ? revertChange : proposeAgain)(tx, changed, request);
    return undone;
  }
  if (grantedLeaveStatuses.includes(status)) {
    if (request.breakMinutes !== null) await takeBackCredit(tx, request);
    await syncStandIns(tx, id);
    await revertTakenDays(tx, ledgerKeyOf(request), id);
  } else await reserveLeaveAgain(tx, request);
  return undone;
}

export async function cancelLeave(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const person = (await tx.one<LeavePerson>(lockPerson, [actor.id])) as LeavePerson;
  const changed = await lockChangedLeave(tx, id);
  const request = await lockedLeave(tx, actor, id, version);
  authorizeCancelling(actor, request, person.today);
  if (isUnsentLeave(request)) throw new Problem("request.wrongState");
  if (changed) {
    if (grantedLeaveStatuses.includes(request.status as LeaveStatus)) throw new Problem("request.wrongState");
    await cancelRequest(tx, leaveRules, request);
    return dropChange(tx, changed, request);
  }
  await closePendingChange(tx, request);
  await cancelRequest(tx, leaveRules, request);
  if (request.live) emitCalendarChanged(tx);
  if (request.creditedOn !== null) await takeBackCredit(tx, request);
  await tx.repo(LeaveRequestEntity).update({ id }, { live: false, claimed: false });
  await syncStandIns(tx, id);
  if (grantedLeaveStatuses.includes(request.status as LeaveStatus)) await returnDays(tx, ledgerKeyOf(request), id);
  else await releaseDays(tx, ledgerKeyOf(request), id);
}
