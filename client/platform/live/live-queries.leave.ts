import { listHolidays, readWorkWeek } from "../../../shared/leave/holidays.contract";
import { balancePeople, leaveBalances, leaveLedger } from "../../../shared/leave/leave-balance.contract";
import { teamLeave } from "../../../shared/leave/leave-calendar.contract";
import { previewLeave } from "../../../shared/leave/leave.contract";
import { listLeaveTypes, readLeaveType } from "../../../shared/leave/leave-types.contract";
import type { Cache } from "./live-queries";
import { keyOf } from "../query";

/** Types, holidays and the working week decide what a leave costs. */
export function leaveSettings(cache: Cache): void {
  for (const read of [listLeaveTypes, readLeaveType, listHolidays, readWorkWeek, previewLeave, teamLeave])
    cache.touch(keyOf(read));
}

export function leaveBalance(cache: Cache): void {
  for (const read of [leaveBalances, balancePeople, leaveLedger, previewLeave]) cache.touch(keyOf(read));
}
