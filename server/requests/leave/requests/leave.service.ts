import type { InferType } from "yup";
import type { ApprovalDecision } from "../../../../shared/approvals/approvals/approvals.workflow";
import { userStream } from "../../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { type CountedDay, costOf } from "../../../../shared/requests/leave/calendar/days.rules";
import type { leaveRequestSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import { isGranted, isUndecided, leaveLifecycle } from "../../../../shared/requests/leave/requests/leave.workflow";
import { cancelRequest, decideRequest } from "../../../approvals/approvals/approvals.service";
import type { RequestRow } from "../../../approvals/approvals/request.entity";
import { undoDecision } from "../../../approvals/approvals/decision-undo.service";
import { defineDocument } from "../../../approvals/documents/document.service";
import { isActiveInternalUser } from "../../../platform/database/internal-users";
import type { FileEntity } from "../../../platform/files/file.entity";
import type { Actor } from "../../../platform/session";
import type { Tx } from "../../../platform/database/unit-of-work";
import { changeActions, closePendingChange, lockChangedLeave } from "./change.service";
import { countLeaveDays } from "../calendar/work-calendar.read";
import { creditedHours, deleteCredit, saveCredit } from "../ledger/credits.service";
import type { TimeActions } from "../ledger/time-actions";
import { resolveSpan, spanColumns } from "./span";
import { LeaveRequestEntity, LeaveTypeEntity } from "../types/leave.entity";
import { authorizeApprovingChange, authorizeCancelling, isHr, isUnsentLeave, leaveRules } from "../types/leave.policy";
import { enterLeaveForEmployee, submitLeaveRequest, sentTimeActions, emitCalendarChanged } from "./sending.service";
import { findLeave, findPerson, type LeavePerson, type LeaveRow, lockLeave, lockPerson } from "../types/leave.sql";

type Input = InferType<typeof leaveRequestSchema>;

interface Facts {
  type: LeaveTypeEntity;
  counted: CountedDay[];
  row: ReturnType<typeof spanColumns> &
    Pick<LeaveRequestEntity, "kind" | "leaveTypeId" | "days" | "counted" | "reason" | "substituteId">;
}

async function factsOf(tx: Tx, { id: userId, timeZone }: LeavePerson, input: Input): Promise<Facts> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: input.leave_type_id });
  if (!type) throw invalidFieldProblem("leave_type_id", "field.unknown");
  const substituteId = input.substitute_id ?? input.stand_in_id ?? null;
  await requireSubstitute(tx, userId, substituteId, input.substitute_id ? "substitute_id" : "stand_in_id");
  const span = resolveSpan(input, timeZone);
  const counted = await countLeaveDays(tx, userId, type, span);
  return {
    type,
    counted,
    row: {
      kind: input.credit ? "credit" : "leave",
      leaveTypeId: type.id,
      ...spanColumns(span),
      ...(input.credit ? { days: creditedHours(span, input), counted: null } : costOf(counted)),
      reason: input.reason ?? null,
      substituteId,
    },
  };
}

async function requireSubstitute(tx: Tx, userId: number, id: number | null, field: string): Promise<void> {
  if (id === null) return;
  if (id === userId) throw invalidFieldProblem(field, "leave.substituteSelf");
  if (!(await isActiveInternalUser(tx, id))) throw invalidFieldProblem(field, "field.unknown");
}

export type StoreFile = () => Promise<Pick<FileEntity, "id">>;

/**
 * Returns the employee the leave is for; HR may enter it for other employees.
 * @throws Problem 403 without HR permission; 422 for an unknown employee, and for a draft on behalf of another employee.
 */
async function resolveLeaveOwner(tx: Tx, actor: Actor, { user_id: userId, draft }: Input): Promise<number> {
  if (userId === undefined || userId === null || userId === actor.id) return actor.id;
  if (!isHr(actor)) throw new Problem("permission.denied");
  if (!(await isActiveInternalUser(tx, userId))) throw invalidFieldProblem("user_id", "field.unknown");
  if (draft) throw invalidFieldProblem("draft", "leave.enteredAtOnce");
  return userId;
}

/** `hr` depends on the actor, not on the employee, because only HR may enter leave in a closed year. */
async function lockedPerson(tx: Tx, actor: Actor, userId: number): Promise<LeavePerson> {
  const person = (await tx.one<LeavePerson>(lockPerson, [userId])) as LeavePerson;
  return { ...person, hr: isHr(actor) };
}

/** Content to write, and its employee, whose row is locked. */
interface LeaveContext {
  person: LeavePerson;
  isForOther: boolean;
}

/** A document is sent with the request itself. */
export type LeaveInput = Input & { storeFile?: StoreFile };

/** Requests to change a leave aren't edited themselves, nor is leave that occupies its days: it is changed or cancelled. */
function refuseUnlessEditable(request: LeaveRow): void {
  const { kind, status, reserved } = request;
  if (isUndecided(request) || reserved || kind === "change" || status === "cancelled")
    throw new Problem("request.wrongState");
}

const leaveFamily = defineDocument<LeaveRow, LeaveInput, LeaveContext>({
  family: "leave",
  workflow: leaveLifecycle,
  rules: () => leaveRules,
  find: (tx, id) => tx.one<LeaveRow>(findLeave, [id]),
  lock: (tx, id) => tx.one<LeaveRow>(lockLeave, [id]),
  async begin(tx, actor, { input }) {
    const userId = input ? await resolveLeaveOwner(tx, actor, input) : actor.id;
    return { person: await lockedPerson(tx, actor, userId), isForOther: userId !== actor.id };
  },
  authorizeChange(_, request, { person, isForOther }) {
    if (request.requesterId !== person.id)
      throw isForOther ? invalidFieldProblem("user_id", "field.unknown") : new Problem("permission.denied");
    refuseUnlessEditable(request);
  },
  async prepare(tx, _, input, before, { person }) {
    const { type, row } = await factsOf(tx, person, input);
    return {
      requesterId: person.id,
      departmentId: before ? before.departmentId : person.departmentId,
      type: String(type.id),
      async store(id) {
        const fileBefore = input.remove_attachment ? null : (before?.fileId ?? null);
        const fileId = input.storeFile ? (await input.storeFile()).id : fileBefore;
        const wasCredit = before?.kind === "credit";
        if (wasCredit && !input.credit) await deleteCredit(tx, id);
        if (before) await tx.repo(LeaveRequestEntity).update({ id }, { ...row, fileId });
        else await tx.repo(LeaveRequestEntity).insert({ id, userId: person.id, ...row, fileId });
        if (input.credit) await saveCredit(tx, { id, userId: person.id }, input, !wasCredit);
      },
    };
  },
  async send(tx, _, request, { context: { person, isForOther } }) {
    await (isForOther ? enterLeaveForEmployee : submitLeaveRequest)(tx, request, person);
  },
  emitSaved: (tx, userId, id, version) => tx.emit("leave.draft", userStream(userId), { id, version }),
});

const timeActions = (request: LeaveRow, changedLeave: LeaveRow | null): TimeActions =>
  changedLeave ? changeActions(changedLeave) : sentTimeActions(request);

/** Decisions on leave also concern the leave that a request changes, which is locked first. */
export const leaveDocument = { ...leaveFamily, decide: decideLeave, undo: undoLeaveDecision, cancel: cancelLeave };

/** Deletes a leave that was never sent, or cancels one because its requester leaves. @throws Problem 404, 409. */
export const withdrawLeave = (tx: Tx, requester: Actor, { id, status }: Pick<RequestRow, "id" | "status">) =>
  status === "draft" ? leaveFamily.remove(tx, requester, id) : cancelLeave(tx, requester, id);

/**
 * @throws Problem 404; 403 for the actor's own request, when the actor isn't an approver, and, unless the actor is HR, when a change of
 *   leave that has begun would be approved; 409 when the version is stale or the request is already decided.
 */
async function decideLeave(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: ApprovalDecision,
  how: { version?: number; note: string | null },
): Promise<void> {
  const changedLeave = await lockChangedLeave(tx, id);
  const request = await leaveFamily.loadLocked(tx, actor, id);
  const decided = await decideRequest(tx, leaveRules, actor, request, decision, how);
  if (isUndecided(decided)) return;
  if (changedLeave && isGranted(decided)) {
    const { today } = (await tx.one<LeavePerson>(findPerson, [request.requesterId])) as LeavePerson;
    authorizeApprovingChange(actor, changedLeave, request, today);
  }
  emitCalendarChanged(tx);
  const { grant, release } = timeActions(request, changedLeave);
  await (isGranted(decided) ? grant : release)(tx, request);
}

/** Undoes the decision and reserves the days again. @throws Problem 404, 403, 409; 422 when the days are no longer available. */
async function undoLeaveDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  const changedLeave = await lockChangedLeave(tx, id);
  const request = await leaveFamily.loadLocked(tx, actor, id);
  const undone = await undoDecision(tx, actor, request);
  if (isUndecided(request)) return undone;
  emitCalendarChanged(tx);
  const { revokeGrant, reserveAgain } = timeActions(request, changedLeave);
  await (isGranted(request) ? revokeGrant : reserveAgain)(tx, request);
  return undone;
}

export async function cancelLeave(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const person = (await tx.one<LeavePerson>(lockPerson, [actor.id])) as LeavePerson;
  const changedLeave = await lockChangedLeave(tx, id);
  const request = await leaveFamily.loadLocked(tx, actor, id, version);
  authorizeCancelling(actor, request, person.today);
  if (isUnsentLeave(request)) throw new Problem("request.wrongState");
  if (request.kind === "leave") await closePendingChange(tx, request);
  await cancelRequest(tx, leaveRules, request);
  await timeActions(request, changedLeave).cancel(tx, request);
}
