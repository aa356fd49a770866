import { defineFamilyCalls } from "../../approvals/approvals/define-calls";
import * as holidays from "./calendar/holidays.contract";
import * as leaveAllowances from "./ledger/allowances.contract";
import * as leaveBalance from "./ledger/balance.contract";
import * as leaveBatches from "./ledger/batches.contract";
import * as leaveOpenings from "./ledger/openings.contract";
import * as absences from "../../work/projects/absences.contract";
import * as officialHolidays from "./calendar/official-holidays.contract";
import * as leaveCalendar from "./cover/team-calendar.contract";
import * as leaveTypes from "./types/types.contract";
import * as leave from "./requests/leave.contract";
import { leaveEvents } from "./leave.events";
import {
  compareByIdDescending,
  compareTexts,
  matchesFilter,
  isInScope,
  isFilterSet,
  type ListRules,
  familyListRules,
} from "../../approvals/approvals/request-lists.rules";
import type { Leave } from "./requests/leave.contract";

export const leaveListRules: ListRules<Leave> = {
  ...familyListRules<Leave>("leave"),
  belongs(event, query) {
    const leave = event.row as Leave;
    const within =
      !leave.changes &&
      isInScope(event, query) &&
      matchesFilter(query["status"], leave.status) &&
      matchesFilter(query["leave_type_id"], leave.leave_type.id) &&
      matchesFilter(query["user_id"], leave.requester.id) &&
      (!isFilterSet(query["from"]) || leave.end_date >= String(query["from"])) &&
      (!isFilterSet(query["to"]) || leave.start_date <= String(query["to"]));
    return within && (isFilterSet(query["department_id"]) || isFilterSet(query["q"])) ? undefined : within;
  },
  order: () => (a, b) => compareTexts(b.start_date, a.start_date) || compareByIdDescending(a, b),
};

export const leaveCalls = defineFamilyCalls({
  contracts: {
    leave,
    leaveAllowances,
    leaveBalance,
    leaveBatches,
    leaveOpenings,
    leaveCalendar,
    leaveTypes,
    holidays,
    officialHolidays,
    absences,
  },
  read: leave.readLeave,
  approve: leave.approveLeave,
  reject: leave.rejectLeave,
  requestChanges: leave.requestLeaveChanges,
  list: leave.listLeave,
  listRules: leaveListRules,
  events: leaveEvents,
  searches: {
    leave: { permission: "leave-request-list", feature: "leave_management" },
  },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    leave: true;
  }
}
