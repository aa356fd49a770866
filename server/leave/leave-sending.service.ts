import { tenantStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { daysIn, type LeaveSpan } from "../../shared/leave/leave.days.rules";
import { enteredFrom } from "../../shared/leave/leave.workflow";
import { enterRequest } from "../approvals/approvals.service";
import { sendRequest } from "../approvals/approvals-sending.service";
import type { Tx } from "../platform/database/unit-of-work";
import { constraintOf } from "../platform/database/constraints";
import { reserveDays, takeDays } from "./leave-balance.service";
import { planLeave } from "./leave-chain.service";
import { countLeave } from "./leave.calendar";
import { refusalsOf } from "./leave.checks";
import { LeaveRequestEntity, LeaveTypeEntity } from "./leave.entity";
import { leaveRules } from "./leave.policy";
import type { LeavePerson, LeaveRow } from "./leave.sql";

const spanOf = (leave: Pick<LeaveRow, "startDate" | "endDate" | "fromNoon" | "toNoon">): LeaveSpan => ({
  start_date: leave.startDate,
  end_date: leave.endDate,
  start_half: leave.fromNoon ? "afternoon" : null,
  end_half: leave.toNoon ? "morning" : null,
});

const actionFor = (request: LeaveRow) => (request.status === "draft" ? "SEND" : "RESUBMIT");
export const ledgerOf = (request: LeaveRow) => ({ userId: request.requesterId, leaveTypeId: request.leaveTypeId });

/** Calendars of teams show another picture now. */
export const tellCalendars = (tx: Tx) => tx.emit("leave.calendar_changed", tenantStream(tx.tenantId), {});

/** @throws Problem 409, 422 with everything that stands against it. */
export async function send(tx: Tx, request: LeaveRow, person: LeavePerson): Promise<void> {
  if (!leaveRules.workflow.after({ status: request.status, steps: ["manager"], at: 0 }, actionFor(request))) {
    throw new Problem("request.wrongState");
  }
  const days = await setAside(tx, request, person, { hasFile: request.fileId !== null });
  const { id: requester_id, departmentId: department_id } = person;
  // What amounts are to money, days are to leave: rules may ask for more than so many.
  const subject = { requester_id, department_id, type: request.type, amount: String(days) };
  await sendRequest(tx, leaveRules, request, await planLeave(tx, subject));
  tellCalendars(tx);
}

/**
 * Entered by HR for somebody: approved by that. A document may follow, as after a call in the morning.
 * @throws Problem 409, 422 with everything that stands against it.
 */
export async function enter(tx: Tx, request: LeaveRow, person: LeavePerson): Promise<void> {
  await setAside(tx, request, person, { hasFile: true });
  await takeDays(tx, ledgerOf(request), request.id);
  await tx.repo(LeaveRequestEntity).update({ id: request.id }, { enteredBy: tx.actor?.id ?? null });
  await enterRequest(tx, leaveRules, request, enteredFrom(request.status));
  tellCalendars(tx);
}

/** Takes its days and its place in the calendar. */
async function setAside(
  tx: Tx,
  request: LeaveRow,
  person: LeavePerson,
  { hasFile }: { hasFile: boolean },
): Promise<number> {
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: request.leaveTypeId })) as LeaveTypeEntity;
  const span = spanOf(request);
  const counted = await countLeave(tx, person.id, type, span);
  const { errors, overlaps } = await refusalsOf(tx, { requestId: request.id, person, type, span, counted, hasFile });
  if (Object.keys(errors).length > 0) {
    const values = { days: type.attachmentAfter ?? 0 };
    throw new Problem("request.invalid", { errors, record: { overlaps }, values });
  }
  // Before it takes its place in the calendar: afterwards it is among what is booked.
  if (type.canUpdateBalance) await reserveDays(tx, ledgerOf(request), request.id, counted);
  await occupy(tx, request.id, daysIn(counted));
  return daysIn(counted);
}

/** What was refused or sent back a moment ago waits again: with its days, and its place in the calendar. */
export async function setAsideAgain(tx: Tx, request: LeaveRow): Promise<void> {
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: request.leaveTypeId })) as LeaveTypeEntity;
  const counted = await countLeave(tx, request.requesterId, type, spanOf(request));
  if (type.canUpdateBalance) await reserveDays(tx, ledgerOf(request), request.id, counted);
  await occupy(tx, request.id, daysIn(counted));
}

/** The database has the last word: nobody is away twice. */
async function occupy(tx: Tx, id: number, days: number): Promise<void> {
  try {
    await tx.repo(LeaveRequestEntity).update({ id }, { live: true, days });
  } catch (error) {
    if (constraintOf(error) !== "leave_never_twice") throw error;
    throw invalid("start_date", "leave.overlap");
  }
}
