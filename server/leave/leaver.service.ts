import { countDays } from "../../shared/leave/leave.days.rules";
import { grantedLeave, type LeaveStatus } from "../../shared/leave/leave.workflow";
import { cancelRequest } from "../approvals/approvals.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { releaseDays, returnDays } from "./leave-balance.service";
import { spanOf } from "./leave-booked.read";
import { costAnew, type LiveLeave, tellBalances } from "./leave-recount.service";
import { calendars } from "./leave.calendar";
import { LeaveRequestEntity } from "./leave.entity";
import { leaveRules } from "./leave.policy";
import { type LeaveRow, lockLeave } from "./leave.sql";

const beyond = sql(
  "leave.beyondLastDay",
  `SELECT l.id, l.user_id, json_build_object('id', t.id, 'name', t.name) AS type, t.counting, t.can_update_balance,
     u.location, r.status, l.start_date, l.end_date, l.from_noon, l.to_noon, l.days::float8 AS days, u.left_on::text AS left_on
   FROM app_user u
   JOIN leave_request l ON l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.end_date > u.left_on
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND (l.live OR r.status = 'changes_requested')
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   WHERE u.tenant_id = current_tenant() AND u.left_on IS NOT NULL AND ($1::bigint IS NULL OR u.id = $1)
   ORDER BY l.user_id, l.id FOR UPDATE OF r, l`,
);

/**
 * After somebody's last day there is no leave: what was granted comes back, what isn't decided is closed, and what
 * reaches over the day ends on it. Safe to run twice. @returns how many requests it changed.
 */
export async function endLeaveOfLeavers(tx: Tx, userId: number | null = null): Promise<number> {
  const rows = await tx.rows<LiveLeave & { left_on: string }>(beyond, [userId]);
  const years = new Set<number>();
  for (const leave of rows) {
    if (leave.start_date > leave.left_on) await close(tx, leave);
    else for (const year of await shorten(tx, leave, leave.left_on)) years.add(year);
  }
  tellBalances(tx, years);
  return rows.length;
}

async function close(tx: Tx, leave: LiveLeave): Promise<void> {
  const request = (await tx.one<LeaveRow>(lockLeave, [leave.id])) as LeaveRow;
  await cancelRequest(tx, leaveRules, request);
  await tx.repo(LeaveRequestEntity).update({ id: leave.id }, { live: false });
  const of = { userId: leave.user_id, leaveTypeId: leave.type.id };
  const granted = grantedLeave.includes(leave.status as LeaveStatus);
  await (granted ? returnDays : releaseDays)(tx, of, leave.id, "leaving");
}

async function shorten(tx: Tx, leave: LiveLeave, lastDay: string): Promise<number[]> {
  const shorter = { ...leave, end_date: lastDay, to_noon: false };
  await tx.repo(LeaveRequestEntity).update({ id: leave.id }, { endDate: lastDay, toNoon: false });
  const calendarOf = await calendars(tx, leave.start_date, lastDay);
  const counted = countDays(spanOf(shorter), leave.counting, calendarOf(leave.location));
  return costAnew(tx, shorter, counted, "leaving", null);
}
