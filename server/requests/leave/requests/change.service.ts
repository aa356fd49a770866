import type { InferType } from "yup";
import { userStream } from "../../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { costOf, type LeaveSpan, minuteRangeOf } from "../../../../shared/requests/leave/calendar/days.rules";
import type { leaveChangeSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import { isGranted, isUndecided, statusAfterEntry } from "../../../../shared/requests/leave/requests/leave.workflow";
import { requestChangeKey } from "../../../approvals/approvals/approvals.events";
import { cancelRequest, enterOnBehalf } from "../../../approvals/approvals/approvals.service";
import { sendRequest } from "../../../approvals/approvals/approvals-sending.service";
import { RequestEntity } from "../../../approvals/approvals/request.entity";
import { requireVisibleRequest } from "../../../approvals/approvals/request-readers.policy";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { emitAbsenceToday } from "../cover/absence.events";
import { changeTakenDays, ledgerKeyOf, releaseDays, reserveChange } from "../ledger/balance.service";
import { spanOfRequest } from "../ledger/booked-days.read";
import { planLeaveChain } from "./chain";
import { emitBalancesChanged } from "../ledger/recount.service";
import { emitCalendarChanged, occupy, submitLeaveRequest } from "./sending.service";
import { absenceDays, countLeaveDays } from "../calendar/work-calendar.read";
import { refuseInvalidLeave } from "./leave.checks";
import { LeaveRequestEntity, LeaveTypeEntity } from "../types/leave.entity";
import { LeaveChangeEntity } from "../types/leave-change.entity";
import { resolveSpan, spanColumns } from "./span";
import type { TimeActions } from "../ledger/time-actions";
import { authorizeChanging, isHr, leaveRules } from "../types/leave.policy";
import {
  findLeave,
  datesJson,
  dayPartJson,
  type LeavePerson,
  type LeaveRow,
  lockLeave,
  lockPerson,
} from "../types/leave.sql";
import { syncStandIns } from "../cover/stand-ins.service";

type Input = InferType<typeof leaveChangeSchema>;

/** Finds the request to change a leave that awaits a decision or was returned. */
export const findPendingChange = sql(
  "leave.pendingChange",
  `SELECT l.id, r.status, l.start_date, l.end_date,
     CASE WHEN l.from_noon AND l.start_time IS NULL THEN 'afternoon' END AS start_half,
     CASE WHEN l.to_noon AND l.start_time IS NULL THEN 'morning' END AS end_half, ${dayPartJson("l")} AS part, l.days::float8 AS days
   FROM leave_change c JOIN leave_request l ON l.tenant_id = c.tenant_id AND l.id = c.id
   JOIN request r ON r.tenant_id = c.tenant_id AND r.id = c.id
   WHERE c.tenant_id = current_tenant() AND c.leave_id = $1 AND (c.proposed OR r.status = 'changes_requested')
   ORDER BY l.id DESC LIMIT 1`,
);

/** Stores the dates of the changed leave with the change, which no longer waits for a decision. $1 the change. */
const keepChangedDates = sql(
  "leave.keepChangedDates",
  `UPDATE leave_change c SET proposed = false, dates_before = ${datesJson("o")} FROM leave_request o
   WHERE c.tenant_id = current_tenant() AND c.id = $1 AND o.tenant_id = c.tenant_id AND o.id = c.leave_id`,
);

const locked = async (tx: Tx, id: number) => (await tx.one<LeaveRow>(lockLeave, [id])) as LeaveRow;

/**
 * Changes the dates of pending leave, or proposes new dates for approved leave. HR changes approved leave of others immediately.
 * @returns the request to show next: the leave, or the request to change it.
 * @throws Problem 403 for other users' leave and, unless the caller is HR, for leave that has begun; 404; 409 when the version is stale or
 * the leave is neither pending nor approved; 422 with all violations.
 */
export async function changeLeave(tx: Tx, actor: Actor, id: number, input: Input): Promise<number> {
  const visibleLeave = await requireVisibleRequest(tx, actor, await tx.one<LeaveRow>(findLeave, [id]));
  const found = (await tx.one<LeavePerson>(lockPerson, [visibleLeave.requesterId])) as LeavePerson;
  const person = { ...found, hr: isHr(actor) };
  const request = await requireVisibleRequest(tx, actor, await tx.one<LeaveRow>(lockLeave, [id]), input.version);
  if (request.kind !== "leave") throw new Problem("request.wrongState");
  authorizeChanging(actor, request, person.today, input.start_date);
  const span = resolveSpan(input, person.timeZone);
  if (isSameSpan(spanOfRequest(request), span)) throw invalidFieldProblem("end_date", "leave.sameDates");
  if (isUndecided(request)) {
    await changePending(tx, request, person, { span, reason: input.reason });
    return id;
  }
  if (!isGranted(request) || !request.live) throw new Problem("request.wrongState");
  return proposeChange(tx, actor, request, person, { span, reason: input.reason });
}

interface NewDates {
  span: LeaveSpan;
  reason: string | null | undefined;
}

function isSameSpan(one: LeaveSpan, other: LeaveSpan): boolean {
  const [now, then] = [minuteRangeOf(one), minuteRangeOf(other)];
  return now.from === then.from && now.to === then.to;
}

/** Approval starts again, because the new dates aren't approved yet. */
async function changePending(tx: Tx, request: LeaveRow, person: LeavePerson, newDates: NewDates): Promise<void> {
  await releaseDays(tx, ledgerKeyOf(request), request.id);
  const reason = newDates.reason === undefined ? request.reason : newDates.reason;
  await tx.repo(LeaveRequestEntity).update({ id: request.id }, { ...spanColumns(newDates.span), reason, live: false });
  await submitLeaveRequest(tx, await locked(tx, request.id), person, "MOVE");
}

async function proposeChange(
  tx: Tx,
  actor: Actor,
  leave: LeaveRow,
  person: LeavePerson,
  { span, reason = null }: NewDates,
): Promise<number> {
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: leave.leaveTypeId })) as LeaveTypeEntity;
  const counted = await countLeaveDays(tx, person.id, type, span);
  const atOnce = actor.id !== leave.requesterId;
  const hasFile = atOnce || leave.fileId !== null;
  await refuseInvalidLeave(tx, { requestId: leave.id, person, type, span, counted, hasFile });
  // At most one change waits for a decision, so a second one replaces it.
  const open = await tx.one<{ id: number; status: string }>(findPendingChange, [leave.id]);
  if (open) await releaseDays(tx, ledgerKeyOf(leave), open.id);
  const row = { ...spanColumns(span), ...costOf(counted), reason };
  const id = open ? await updateChange(tx, open.id, row) : await insertChange(tx, leave, person, row);
  if (type.canUpdateBalance) await reserveChange(tx, ledgerKeyOf(leave), { changeId: id, leaveId: leave.id, counted });
  const change = await locked(tx, id);
  if (atOnce) {
    await tx.repo(LeaveRequestEntity).update({ id }, { enteredBy: actor.id });
    const status = open && isUndecided(change) ? "approved" : statusAfterEntry(change.status);
    await enterOnBehalf(tx, leaveRules, change, status);
    await applyChange(tx, leave, await locked(tx, id));
    return leave.id;
  }
  const { departmentId: department_id } = person;
  const subject = {
    requester_id: person.id,
    department_id,
    type: leave.type,
    amount: String(await absenceDays(tx, person.id, type, span)),
  };
  const action = change.status === "draft" ? "SEND" : isUndecided(change) ? "MOVE" : "RESUBMIT";
  await sendRequest(tx, leaveRules, change, await planLeaveChain(tx, subject), action);
  await touch(tx, leave);
  emitCalendarChanged(tx);
  return id;
}

type NewRow = Pick<LeaveRequestEntity, "days" | "counted" | "reason"> & ReturnType<typeof spanColumns>;

async function insertChange(tx: Tx, leave: LeaveRow, person: LeavePerson, row: NewRow): Promise<number> {
  const { requesterId, type, leaveTypeId, substituteId } = leave;
  const request = { family: "leave" as const, requesterId, departmentId: person.departmentId, type };
  const { id } = await tx.repo(RequestEntity).insert(request);
  const userId = requesterId;
  await tx.repo(LeaveRequestEntity).insert({ id, userId, leaveTypeId, substituteId, ...row, kind: "change" });
  await occupy(() => tx.repo(LeaveChangeEntity).insert({ id, userId, leaveId: leave.id, proposed: true }));
  return id;
}

async function updateChange(tx: Tx, id: number, row: NewRow): Promise<number> {
  await occupy(async () => {
    await tx.repo(LeaveRequestEntity).update({ id }, row);
    await tx.repo(LeaveChangeEntity).update({ id }, { proposed: true });
  });
  return id;
}

/** Makes feeds and open screens reload the leave. */
async function touch(tx: Tx, { id, version, requesterId }: LeaveRow): Promise<void> {
  await tx.repo(RequestEntity).update({ id }, { version: version + 1, updatedAt: () => "now()" });
  tx.markChanged(requestChangeKey, id);
  tx.emit("leave.draft", userStream(requesterId), { id, version: version + 1 });
}

/** Locks the changed leave before the request to change it. All changes lock in this order. */
export async function lockChangedLeave(tx: Tx, id: number): Promise<LeaveRow | null> {
  const request = await tx.one<LeaveRow>(findLeave, [id]);
  return request?.changedLeave ? locked(tx, request.changedLeave.id) : null;
}

/** Sets the new dates of the leave after the change was approved. Counts the days again, because holidays may have changed since. */
async function applyChange(tx: Tx, leave: LeaveRow, change: LeaveRow): Promise<void> {
  if (!leave.live) throw new Problem("request.wrongState");
  await releaseDays(tx, ledgerKeyOf(leave), change.id);
  await tx.rows(keepChangedDates, [change.id]);
  await setDates(tx, leave, spanOfRequest(change));
}

/** Restores the dates before the change after its approval was undone. @throws Problem 409 when the leave has changed since. */
async function revertChange(tx: Tx, leave: LeaveRow, change: LeaveRow): Promise<void> {
  if (!leave.live || !change.changedLeave || !isSameSpan(spanOfRequest(leave), spanOfRequest(change)))
    throw new Problem("request.undoActedOn");
  await setDates(tx, leave, change.changedLeave);
  await proposeAgain(tx, await locked(tx, leave.id), change);
}

/** Reserves the days of a change whose decision was undone. @throws Problem 409 when the leave was cancelled since. */
async function proposeAgain(tx: Tx, leave: LeaveRow, change: LeaveRow): Promise<void> {
  if (!leave.live) throw new Problem("request.undoActedOn");
  await occupy(() => tx.repo(LeaveChangeEntity).update({ id: change.id }, { proposed: true, datesBefore: null }));
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: leave.leaveTypeId })) as LeaveTypeEntity;
  const counted = await countLeaveDays(tx, leave.requesterId, type, spanOfRequest(change));
  if (type.canUpdateBalance)
    await reserveChange(tx, ledgerKeyOf(leave), { changeId: change.id, leaveId: leave.id, counted });
}

/** Drops a change that was rejected, returned or withdrawn. The dates of the leave are kept with the request, to show what was proposed. */
async function dropChange(tx: Tx, leave: LeaveRow, change: LeaveRow): Promise<void> {
  await tx.rows(keepChangedDates, [change.id]);
  await releaseDays(tx, ledgerKeyOf(leave), change.id);
  await touch(tx, leave);
}

export const endProposal = (tx: Tx, id: number) => tx.repo(LeaveChangeEntity).update({ id }, { proposed: false });

/** Closes the request to change a leave when the leave itself is cancelled. */
export async function closePendingChange(tx: Tx, leave: LeaveRow, lastDay: string | null = null): Promise<void> {
  const open = await tx.one<{ id: number }>(findPendingChange, [leave.id]);
  if (!open) return;
  const change = await locked(tx, open.id);
  await cancelRequest(tx, leaveRules, change, lastDay);
  await endProposal(tx, change.id);
  await releaseDays(tx, ledgerKeyOf(change), change.id);
}

async function setDates(tx: Tx, leave: LeaveRow, span: LeaveSpan): Promise<void> {
  const { id, requesterId, leaveTypeId } = leave;
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: leaveTypeId })) as LeaveTypeEntity;
  const counted = await countLeaveDays(tx, requesterId, type, span);
  await emitAbsenceToday(tx, id);
  await occupy(() => tx.repo(LeaveRequestEntity).update({ id }, { ...spanColumns(span), ...costOf(counted) }));
  if (type.canUpdateBalance)
    emitBalancesChanged(tx, await changeTakenDays(tx, ledgerKeyOf(leave), id, counted, "leave_changed"));
  await emitAbsenceToday(tx, id);
  await touch(tx, leave);
  await syncStandIns(tx, id);
  emitCalendarChanged(tx);
}

/** A decision on a change concerns the leave that it changes. */
export const changeActions = (leave: LeaveRow): TimeActions => ({
  grant: (tx, change) => applyChange(tx, leave, change),
  revokeGrant: (tx, change) => revertChange(tx, leave, change),
  release: (tx, change) => dropChange(tx, leave, change),
  reserveAgain: (tx, change) => proposeAgain(tx, leave, change),
  // The dates of the leave are those of an approved change.
  cancel(tx, change) {
    if (isGranted(change)) throw new Problem("request.wrongState");
    return dropChange(tx, leave, change);
  },
});
