import { readRuleOptions } from "../../../shared/approvals/approvals/approval-rules.contract";
import {
  listDecidedRequests,
  listInbox,
  listSentRequests,
} from "../../../shared/approvals/approvals/approvals.contract";
import type { ApprovalEvents } from "../../../shared/approvals/approvals/approvals.events";
import type { RequestListEvents } from "../../../shared/approvals/approvals/request-lists.events";
import { listHolidays, readWorkWeek } from "../../../shared/requests/leave/calendar/holidays.contract";
import { listOverrides, readAllowanceRules } from "../../../shared/requests/leave/ledger/allowances.contract";
import { listBalancePeople, leaveBalances, leaveLedger } from "../../../shared/requests/leave/ledger/balance.contract";
import {
  listBalanceBatches,
  previewBulkAdjustment,
  readBalanceBatch,
} from "../../../shared/requests/leave/ledger/batches.contract";
import { listOpenings } from "../../../shared/requests/leave/ledger/openings.contract";
import { listPayrollRows, readPayrollMonth } from "../../../shared/people/payroll/payroll.contract";
import { readOwnLeaveYear, listTeamLeave } from "../../../shared/requests/leave/cover/team-calendar.contract";
import { listProjectAbsences } from "../../../shared/work/projects/absences.contract";
import { listLeaveTypes, readLeaveType } from "../../../shared/requests/leave/types/types.contract";
import { leaveCalls } from "../../../shared/requests/leave/leave.calls";
import { listLeave, previewLeave, readLeave } from "../../../shared/requests/leave/requests/leave.contract";
import type { LeaveEvents } from "../../../shared/requests/leave/leave.events";
import { readCapacity } from "../../../shared/work/timeline/timeline.contract";
import { readTimeSheet } from "../../../shared/work/time/sheet.contract";
import { requestFamilyLiveUpdates, refetchRequest } from "../../approvals/approvals/approvals.live";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

/** Open payroll months contain leave, payouts and the names of leave types. */
const payroll = (cache: LiveCache) => cache.refetchSoon(readPayrollMonth, listPayrollRows);

/** Types, holidays and the working week affect leave costs and time sheets. A renamed type affects every query that shows it. */
const settings = ({ data }: { data: LeaveEvents["leave.settings_changed"] }, cache: LiveCache) => {
  cache.refetchSoon(
    listLeaveTypes,
    readLeaveType,
    listHolidays,
    readWorkWeek,
    previewLeave,
    listTeamLeave,
    readOwnLeaveYear,
  );
  cache.refetchSoon(readTimeSheet, readCapacity);
  payroll(cache);
  if (data.what !== "types") return;
  cache.refetchSoon(readAllowanceRules);
  cache.refetchSoon(
    listLeave,
    readLeave,
    leaveBalances,
    listBalancePeople,
    listInbox,
    listSentRequests,
    listDecidedRequests,
    readRuleOptions,
  );
};

const balances = (_: unknown, cache: LiveCache) => {
  payroll(cache);
  cache.refetchSoon(leaveBalances, listBalancePeople, leaveLedger, listOverrides, previewLeave);
  cache.refetchSoon(listBalanceBatches, readBalanceBatch, previewBulkAdjustment, listOpenings);
};

const draft = ({ data: { id } }: { data: { id: number } }, cache: LiveCache) =>
  cache.refetchSoon(listLeave, queryKeyOf(readLeave, { id }));

export const leaveLive: LiveUpdates<LeaveEvents, ApprovalEvents & RequestListEvents> = {
  ...requestFamilyLiveUpdates("leave", { ...leaveCalls, sums: [leaveBalances, leaveLedger] }),
  "leave.settings_changed": settings,
  "leave.balances_changed": balances,
  // Absences are visible to all colleagues; the server decides which of them may see the leave type.
  "leave.calendar_changed": (event, cache) => {
    cache.refetchSoon(listTeamLeave, readOwnLeaveYear, listProjectAbsences, readCapacity, readTimeSheet);
    balances(event, cache);
  },
  "leave.draft": draft,
  // The cost changed, possibly for many requests together, so lists are only marked stale.
  "leave.recounted": (event, cache) => {
    refetchRequest(event, cache);
    draft(event, cache);
    cache.refetchSoon(listInbox, listSentRequests);
    balances(event, cache);
  },
};
