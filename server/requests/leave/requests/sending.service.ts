import { tenantStream } from "../../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { type CountedDay, costOf } from "../../../../shared/requests/leave/calendar/days.rules";
import { isGranted, statusAfterEntry } from "../../../../shared/requests/leave/requests/leave.workflow";
import { enterOnBehalf } from "../../../approvals/approvals/approvals.service";
import { sendRequest } from "../../../approvals/approvals/approvals-sending.service";
import type { Tx } from "../../../platform/database/unit-of-work";
import { constraintOf } from "../../../platform/database/constraints";
import {
  convertReservedDays,
  ledgerKeyOf,
  releaseDays,
  reserveDays,
  returnDays,
  revertTakenDays,
} from "../ledger/balance.service";
import { planLeaveChain } from "./chain";
import { spanOfRequest } from "../ledger/booked-days.read";
import { absenceDays, countLeaveDays } from "../calendar/work-calendar.read";
import { refuseInvalidLeave } from "./leave.checks";
import { LeaveRequestEntity, LeaveTypeEntity } from "../types/leave.entity";
import { creditActions } from "../ledger/credits.service";
import type { SentTimeActions, TimeOff } from "../ledger/time-actions";
import { syncStandIns } from "../cover/stand-ins.service";
import { leaveRules } from "../types/leave.policy";
import type { LeavePerson, LeaveRow } from "../types/leave.sql";

const actionFor = (request: LeaveRow) => (request.status === "draft" ? "SEND" : "RESUBMIT");

export const emitCalendarChanged = (tx: Tx) => tx.emit("leave.calendar_changed", tenantStream(tx.tenantId), {});

/** @param action `MOVE` if the dates of a pending request changed and its approval starts again. */
export async function submitLeaveRequest(
  tx: Tx,
  request: LeaveRow,
  person: LeavePerson,
  action: "SEND" | "RESUBMIT" | "MOVE" = actionFor(request),
): Promise<void> {
  if (!leaveRules.workflow.after({ status: request.status, steps: ["manager"], at: 0 }, action)) {
    throw new Problem("request.wrongState");
  }
  const timeOff = await sentTimeActions(request).reserve(tx, request, person, { hasFile: request.fileId !== null });
  const days = timeOff ? await absenceDays(tx, person.id, timeOff.type, timeOff.span) : 0;
  const { id: requester_id, departmentId: department_id } = person;
  // Approval rules compare the number of days as the request's amount.
  const subject = { requester_id, department_id, type: request.type, amount: String(days) };
  await sendRequest(tx, leaveRules, request, await planLeaveChain(tx, subject), action);
  emitCalendarChanged(tx);
}

/**
 * Enters leave on behalf of an employee as approved by HR. A required document may follow later, as after a sick call.
 * @throws Problem 409; 422 with all violations.
 */
export async function enterLeaveForEmployee(tx: Tx, request: LeaveRow, person: LeavePerson): Promise<void> {
  const actions = sentTimeActions(request);
  await actions.reserve(tx, request, person, { hasFile: true });
  await tx.repo(LeaveRequestEntity).update({ id: request.id }, { enteredBy: tx.actor?.id ?? null });
  await enterOnBehalf(tx, leaveRules, request, statusAfterEntry(request.status));
  await actions.grant(tx, request);
  emitCalendarChanged(tx);
}

async function reserveLeave(
  tx: Tx,
  request: LeaveRow,
  person: LeavePerson,
  { hasFile }: { hasFile: boolean },
): Promise<TimeOff> {
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: request.leaveTypeId })) as LeaveTypeEntity;
  const span = spanOfRequest(request);
  const counted = await countLeaveDays(tx, person.id, type, span);
  await refuseInvalidLeave(tx, { requestId: request.id, person, type, span, counted, hasFile });
  // Runs before `markOccupied`: afterwards the leave itself would count as booked.
  if (type.canUpdateBalance) await reserveDays(tx, ledgerKeyOf(request), request.id, counted);
  await markOccupied(tx, request.id, counted);
  return { type, span };
}

/** Reserves the days and the period again when a rejection or return is undone. */
async function reserveLeaveAgain(tx: Tx, request: LeaveRow): Promise<void> {
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: request.leaveTypeId })) as LeaveTypeEntity;
  const counted = await countLeaveDays(tx, request.requesterId, type, spanOfRequest(request));
  if (type.canUpdateBalance) await reserveDays(tx, ledgerKeyOf(request), request.id, counted);
  await markOccupied(tx, request.id, counted);
}

const markOccupied = (tx: Tx, id: number, counted: readonly CountedDay[]): Promise<void> =>
  occupy(() => tx.repo(LeaveRequestEntity).update({ id }, { live: true, ...costOf(counted) }));

/**
 * Runs a write that occupies time. Database constraints prevent overlapping leave, and a second change of a leave, even for concurrent
 * requests.
 * @throws Problem 422 and 409.
 */
export async function occupy(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (constraintOf(error) === "leave_one_change") throw new Problem("request.undoActedOn");
    if (constraintOf(error) !== "leave_never_twice" && constraintOf(error) !== "leave_change_apart") throw error;
    throw invalidFieldProblem("start_date", "leave.overlap");
  }
}

const endLeave = (tx: Tx, id: number) => tx.repo(LeaveRequestEntity).update({ id }, { live: false });

const leaveActions: SentTimeActions = {
  reserve: reserveLeave,
  async grant(tx, request) {
    await syncStandIns(tx, request.id);
    await convertReservedDays(tx, ledgerKeyOf(request), request.id);
  },
  async revokeGrant(tx, request) {
    await syncStandIns(tx, request.id);
    await revertTakenDays(tx, ledgerKeyOf(request), request.id);
  },
  async release(tx, request) {
    await endLeave(tx, request.id);
    await releaseDays(tx, ledgerKeyOf(request), request.id);
  },
  reserveAgain: reserveLeaveAgain,
  async cancel(tx, request) {
    if (request.live) emitCalendarChanged(tx);
    await endLeave(tx, request.id);
    await syncStandIns(tx, request.id);
    await (isGranted(request) ? returnDays : releaseDays)(tx, ledgerKeyOf(request), request.id);
  },
};

/** @throws Problem 409 for a change, which isn't sent by itself. */
export function sentTimeActions({ kind }: LeaveRow): SentTimeActions {
  if (kind === "change") throw new Problem("request.wrongState");
  return kind === "credit" ? creditActions : leaveActions;
}
