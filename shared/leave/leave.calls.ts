import { defineCalls } from "../requests/define-calls";
import * as holidays from "./holidays.contract";
import * as leaveBalance from "./leave-balance.contract";
import * as leaveCalendar from "./leave-calendar.contract";
import type { LeaveCalendarEvents } from "./leave-calendar.events";
import * as leaveTypes from "./leave-types.contract";
import * as leave from "./leave.contract";
import type { LeaveEvents } from "./leave.events";
import { leaveList } from "./leave.list.rules";

export const leaveCalls = defineCalls<LeaveEvents & LeaveCalendarEvents>()({
  contracts: { leave, leaveBalance, leaveCalendar, leaveTypes, holidays },
  read: leave.readLeave,
  approve: leave.approveLeave,
  reject: leave.rejectLeave,
  requestChanges: leave.requestLeaveChanges,
  list: leave.listLeave,
  listRules: leaveList,
  events: {
    "leave.settings_changed": true,
    "leave.balances_changed": true,
    "leave.draft": true,
    "leave.recounted": true,
    "leave.calendar_changed": true,
  },
});
