import { ruleOptions } from "../../../shared/approvals/approval-rules.contract";
import { decidedByMe, inbox, sentByMe } from "../../../shared/approvals/approvals.contract";
import type { DomainEvents } from "../../../shared/domain-events";
import { listHolidays, readWorkWeek } from "../../../shared/leave/holidays.contract";
import { balancePeople, leaveBalances, leaveLedger } from "../../../shared/leave/leave-balance.contract";
import { ownLeaveYear, teamLeave } from "../../../shared/leave/leave-calendar.contract";
import { listLeave, previewLeave, readLeave } from "../../../shared/leave/leave.contract";
import { listLeaveTypes, readLeaveType } from "../../../shared/leave/leave-types.contract";
import type { Cache } from "./live-queries";
import { keyOf } from "../query";

/** Types, holidays and the working week decide what a leave costs; a type's new name stands wherever it is named. */
export function leaveSettings(what: DomainEvents["leave.settings_changed"]["what"], cache: Cache): void {
  for (const read of [listLeaveTypes, readLeaveType, listHolidays, readWorkWeek, previewLeave, teamLeave, ownLeaveYear])
    cache.touch(keyOf(read));
  if (what !== "types") return;
  for (const read of [listLeave, readLeave, leaveBalances, balancePeople, inbox, sentByMe, decidedByMe, ruleOptions])
    cache.touch(keyOf(read));
}

export function leaveBalance(cache: Cache): void {
  for (const read of [leaveBalances, balancePeople, leaveLedger, previewLeave]) cache.touch(keyOf(read));
}
