import { type LeaveAccount, accountWithLeave } from "../../../../shared/requests/leave/ledger/balance.rules";
import { type Grant, grantsUntil } from "../../../../shared/requests/leave/ledger/grants.rules";
import type { Leaving } from "../../../../shared/people/employment/leaving.contract";
import { costOf, countDays } from "../../../../shared/requests/leave/calendar/days.rules";
import { unitOf } from "../../../../shared/requests/leave/types/counting.rules";
import { isGranted, type LeaveStatus } from "../../../../shared/requests/leave/requests/leave.workflow";
import { cancelRequest } from "../../../approvals/approvals/approvals.service";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { readLeaveAccounts } from "../ledger/accounts.read";
import { grantAllowances } from "../ledger/allowance.service";
import { releaseDays, returnDays } from "../ledger/balance.service";
import { closePendingChange, endProposal } from "./change.service";
import { leaveSpanOf } from "../ledger/booked-days.read";
import { recalculateCost, recountLeave, type LiveLeave, emitBalancesChanged } from "../ledger/recount.service";
import { emitCalendarChanged } from "./sending.service";
import { loadCalendars } from "../calendar/work-calendar.read";
import { type LeaveKind, LeaveRequestEntity, LeaveTypeEntity } from "../types/leave.entity";
import { leaveRules } from "../types/leave.policy";
import { dayPartJson, type LeaveRow, leaveTypeJson, lockLeave } from "../types/leave.sql";
import { syncStandIns } from "../cover/stand-ins.service";

const leaveBeyondLastDay = sql(
  "leave.beyondLastDay",
  `SELECT l.id, l.user_id, ${leaveTypeJson("t")} AS type, t.counting, t.can_update_balance,
     u.location, r.status, l.start_date, l.end_date, l.from_noon, l.to_noon, ${dayPartJson("l")} AS part, l.days::float8 AS days,
     u.left_on::text AS left_on, l.kind
   FROM app_user u
   JOIN leave_request l ON l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.end_date > u.left_on
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND (l.reserved_for IS NOT NULL AND l.kind <> 'credit' OR r.status = 'changes_requested')
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   WHERE u.tenant_id = current_tenant() AND u.left_on IS NOT NULL AND ($1::bigint IS NULL OR u.id = $1)
   ORDER BY l.user_id, l.id FOR UPDATE OF r, l`,
);

/**
 * Ends the leave of departing users on their last day. Leave that begins later is closed, and reserved days return to the balance; leave
 * that spans the last day is shortened. Idempotent.
 * @returns the number of changed requests.
 */
export async function endLeaveOfLeavers(tx: Tx, userId: number | null = null): Promise<number> {
  const rows = await tx.rows<LeaverLeave>(leaveBeyondLastDay, [userId]);
  const years = new Set<number>();
  for (const leave of rows) {
    if (leave.kind === "change" || leave.start_date > leave.left_on) await close(tx, leave);
    else for (const year of await shorten(tx, leave, leave.left_on)) years.add(year);
    await syncStandIns(tx, leave.id);
  }
  emitBalancesChanged(tx, years);
  if (rows.length > 0) emitCalendarChanged(tx);
  return rows.length;
}

/** Applies a new or withdrawn last day immediately, first to leave after it, then to entitlements. */
export async function applyLastDay(tx: Tx, userId: number): Promise<void> {
  await endLeaveOfLeavers(tx, userId);
  // Days between the last day and a return to work are not counted.
  await recountLeave(tx, { dates: null, holiday: null, userIds: [userId], cause: "leaving" });
  await grantAllowances(tx, { userId });
}

/** Remaining days on a planned last day, to be taken or paid out; includes only types with prorated entitlement. */
export async function remainingLeaveOn(tx: Tx, userId: number, lastDay: string): Promise<Leaving["leave"]> {
  const accounts = new Map((await readLeaveAccounts(tx, { userIds: [userId] })).map((one) => [one.type_id, one]));
  const types = await tx.repo(LeaveTypeEntity).find({ order: { name: "ASC" } });
  return types.flatMap(({ id, name, translations, icon, counting }) => {
    const account = accounts.get(id);
    const days = account?.of?.prorated ? daysOn({ ...account, of: { ...account.of, left: lastDay } }, lastDay) : null;
    return days && (days.allowance !== 0 || days.left !== 0)
      ? [{ leave_type: { id, name, translations, icon, unit: unitOf(counting) }, ...days }]
      : [];
  });
}

const isAllowance = (reason: Grant["reason"]) => reason === "allowance" || reason === "accrual";

function daysOn(account: LeaveAccount, lastDay: string): { allowance: number; left: number } | null {
  const returned = account.booked.flatMap(({ date, days }) => (date > lastDay ? [{ date, days: -days }] : []));
  const { of, today, years } = accountWithLeave(account, returned);
  if (!of) return null;
  const standing = grantsUntil(today, lastDay < today ? today : lastDay, of, years).get(Number(lastDay.slice(0, 4)));
  const grants: readonly Pick<Grant, "reason" | "days">[] = standing?.given ?? [];
  const allowance = grants.reduce((sum, { reason, days }) => sum + (isAllowance(reason) ? days : 0), 0);
  return { allowance: Math.round(allowance * 100) / 100, left: standing?.balance ?? 0 };
}

interface LeaverLeave extends LiveLeave {
  left_on: string;
  /** A change is closed, like leave beyond the last day. */
  kind: LeaveKind;
}

async function close(tx: Tx, leave: LeaverLeave): Promise<void> {
  const request = (await tx.one<LeaveRow>(lockLeave, [leave.id])) as LeaveRow;
  if (request.status === "cancelled") return; // closed together with the leave that it changes
  await closePendingChange(tx, request, leave.left_on);
  await cancelRequest(tx, leaveRules, request, leave.left_on);
  if (leave.kind === "change") await endProposal(tx, leave.id);
  else await tx.repo(LeaveRequestEntity).update({ id: leave.id }, { live: false });
  const of = { userId: leave.user_id, leaveTypeId: leave.type.id };
  await (isGranted(leave) ? returnDays : releaseDays)(tx, of, leave.id, "leaving");
}

const incrementVersion = sql(
  "leave.incrementVersion",
  `UPDATE request SET version = version + 1, updated_at = now() WHERE tenant_id = current_tenant() AND id = $1`,
);

const returnedStatus: LeaveStatus = "changes_requested";

async function shorten(tx: Tx, leave: LiveLeave, lastDay: string): Promise<number[]> {
  const shorter = { ...leave, end_date: lastDay, to_noon: false };
  await tx.repo(LeaveRequestEntity).update({ id: leave.id }, { endDate: lastDay, toNoon: false });
  // A decision or an edit of the longer leave, which is still on screen, gets 409.
  await tx.rows(incrementVersion, [leave.id]);
  const calendarOf = await loadCalendars(tx, leave.start_date, lastDay);
  const counted = countDays(leaveSpanOf(shorter), leave.counting, calendarOf(leave.location, leave.user_id));
  if (leave.status === returnedStatus) {
    // Leave returned for changes has no days in the ledger.
    await tx.repo(LeaveRequestEntity).update({ id: leave.id }, costOf(counted));
    return [];
  }
  return recalculateCost(tx, shorter, counted, "leaving", null);
}
