import { ruleOptions } from "../../shared/approvals/approval-rules.contract";
import { decidedByMe, inbox, sentByMe } from "../../shared/approvals/approvals.contract";
import { listHolidays, readWorkWeek } from "../../shared/leave/holidays.contract";
import { balancePeople, leaveBalances, leaveLedger } from "../../shared/leave/leave-balance.contract";
import { awayInProject, ownLeaveYear, teamLeave } from "../../shared/leave/leave-calendar.contract";
import type { EventsOf } from "../../shared/requests/family-calls";
import { listLeave, previewLeave, readLeave } from "../../shared/leave/leave.contract";
import { listLeaveTypes, readLeaveType } from "../../shared/leave/leave-types.contract";
import { readTimeSheet } from "../../shared/time/sheet.contract";
import type { Cache } from "../platform/live/live-queries";
import type { FamilyAnswers } from "../platform/live/live-queries.families";
import { requestChanged } from "../platform/live/live-queries.requests";
import { keyOf } from "../platform/query";

/** Types, holidays and the working week decide what a leave costs and what a day asks for; a type's new name stands wherever it is named. */
function leaveSettings(what: EventsOf<"leave">["leave.settings_changed"]["what"], cache: Cache): void {
  for (const read of [listLeaveTypes, readLeaveType, listHolidays, readWorkWeek, previewLeave, teamLeave, ownLeaveYear])
    cache.touch(keyOf(read));
  cache.touch(keyOf(readTimeSheet));
  if (what !== "types") return;
  for (const read of [listLeave, readLeave, leaveBalances, balancePeople, inbox, sentByMe, decidedByMe, ruleOptions])
    cache.touch(keyOf(read));
}

function leaveBalance(cache: Cache): void {
  for (const read of [leaveBalances, balancePeople, leaveLedger, previewLeave]) cache.touch(keyOf(read));
}

/** Whoever is away is nobody's secret among colleagues; of what kind it is, each is told what is theirs to know. */
const leaveCalendar = (_: unknown, cache: Cache) => {
  cache.touch(keyOf(teamLeave));
  cache.touch(keyOf(ownLeaveYear));
  cache.touch(keyOf(awayInProject));
  cache.touch(keyOf(previewLeave));
  cache.touch(keyOf(readTimeSheet));
};

const leaveDraft = (event: { data: { id: number } }, cache: Cache) => {
  cache.touch(keyOf(listLeave));
  cache.touch(keyOf(readLeave, { id: event.data.id }));
};

/** Which cached answers the events of leave make old. */
export const leaveAnswers: FamilyAnswers<EventsOf<"leave">> = {
  sums: [leaveBalances, leaveLedger],
  events: {
    "leave.settings_changed": ({ data }, cache) => leaveSettings(data.what, cache),
    "leave.balances_changed": (_, cache) => leaveBalance(cache),
    "leave.calendar_changed": leaveCalendar,
    "leave.draft": leaveDraft,
    /** It costs something else now, one of many perhaps: lists are read again. */
    "leave.recounted": (event, cache) => {
      requestChanged({ data: { id: event.data.id, family: "leave" } }, cache);
      leaveDraft(event, cache);
      for (const read of [inbox, sentByMe]) cache.touch(keyOf(read));
      leaveBalance(cache);
    },
  },
};
