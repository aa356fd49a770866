import { tenantStream } from "../../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { type CountedDay, costOf, type LeaveSpan } from "../../../../shared/requests/leave/calendar/days.rules";
import { statusAfterEntry } from "../../../../shared/requests/leave/requests/leave.workflow";
import { enterOnBehalf } from "../../../approvals/approvals/approvals.service";
import { sendRequest } from "../../../approvals/approvals/approvals-sending.service";
import type { Tx } from "../../../platform/database/unit-of-work";
import { constraintOf } from "../../../platform/database/constraints";
import { reserveDays, convertReservedDays } from "../ledger/balance.service";
import { planLeaveChain } from "./chain";
import { spanOfRequest } from "../ledger/booked-days.read";
import { absenceDays, countLeaveDays } from "../calendar/work-calendar.read";
import { leaveRefusalsOf } from "./leave.checks";
import { LeaveRequestEntity, LeaveTypeEntity } from "../types/leave.entity";
import { claimCredit, grantCredit, markClaimed } from "../ledger/credits.service";
import { syncStandIns } from "../cover/stand-ins.service";
import { leaveRules } from "../types/leave.policy";
import type { LeavePerson, LeaveRow } from "../types/leave.sql";

const actionFor = (request: LeaveRow) => (request.status === "draft" ? "SEND" : "RESUBMIT");
export const ledgerKeyOf = (request: LeaveRow) => ({ userId: request.requesterId, leaveTypeId: request.leaveTypeId });

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
  const credit = request.breakMinutes !== null;
  if (credit) await claimCredit(tx, request, person);
  const days = credit ? 0 : await reserveDaysOff(tx, request, person);
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
  const credit = request.breakMinutes !== null;
  if (credit) {
    await claimCredit(tx, request, person);
    await grantCredit(tx, request);
  } else await reserveLeave(tx, request, person, { hasFile: true });
  await convertReservedDays(tx, ledgerKeyOf(request), request.id);
  await tx.repo(LeaveRequestEntity).update({ id: request.id }, { enteredBy: tx.actor?.id ?? null });
  await enterOnBehalf(tx, leaveRules, request, statusAfterEntry(request.status));
  await syncStandIns(tx, request.id);
  emitCalendarChanged(tx);
}

/** @returns the days of absence, which approval rules compare; worked time that is credited has none. */
async function reserveDaysOff(tx: Tx, request: LeaveRow, person: LeavePerson): Promise<number> {
  const { type, span } = await reserveLeave(tx, request, person, { hasFile: request.fileId !== null });
  return absenceDays(tx, person.id, type, span);
}

async function reserveLeave(
  tx: Tx,
  request: LeaveRow,
  person: LeavePerson,
  { hasFile }: { hasFile: boolean },
): Promise<{ type: LeaveTypeEntity; span: LeaveSpan }> {
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: request.leaveTypeId })) as LeaveTypeEntity;
  const span = spanOfRequest(request);
  const counted = await countLeaveDays(tx, person.id, type, span);
  const { errors, overlaps } = await leaveRefusalsOf(tx, {
    requestId: request.id,
    person,
    type,
    span,
    counted,
    hasFile,
  });
  if (Object.keys(errors).length > 0) {
    const values = { days: type.attachmentAfter ?? 0 };
    throw new Problem("request.invalid", { errors, record: { overlaps }, values });
  }
  // Runs before `markOccupied`: afterwards the leave itself would count as booked.
  if (type.canUpdateBalance) await reserveDays(tx, ledgerKeyOf(request), request.id, counted);
  await markOccupied(tx, request.id, counted);
  return { type, span };
}

/** Reserves the days and the period again when a rejection or return is undone. */
export async function reserveLeaveAgain(tx: Tx, request: LeaveRow): Promise<void> {
  if (request.breakMinutes !== null) return markClaimed(tx, request.id);
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: request.leaveTypeId })) as LeaveTypeEntity;
  const counted = await countLeaveDays(tx, request.requesterId, type, spanOfRequest(request));
  if (type.canUpdateBalance) await reserveDays(tx, ledgerKeyOf(request), request.id, counted);
  await markOccupied(tx, request.id, counted);
}

/** A database constraint prevents overlapping leave even for concurrent requests. */
async function markOccupied(tx: Tx, id: number, counted: readonly CountedDay[]): Promise<void> {
  try {
    await tx.repo(LeaveRequestEntity).update({ id }, { live: true, ...costOf(counted) });
  } catch (error) {
    if (constraintOf(error) !== "leave_never_twice" && constraintOf(error) !== "leave_change_apart") throw error;
    throw invalidFieldProblem("start_date", "leave.overlap");
  }
}
