import type { Leave, LeaveDetail } from "../../../../shared/requests/leave/requests/leave.contract";
import { minuteRangeOf } from "../../../../shared/requests/leave/calendar/days.rules";
import { freeDays } from "../../../../shared/work/schedules/schedules.rules";
import { schedulesOfUsers } from "../../../work/schedules/schedules.service";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import type { RequestStep } from "../../../../shared/approvals/approvals/approvals.contract";
import { presentDecisionState } from "../../../approvals/documents/document.present";
import { presentStoredFile } from "../../../work/attachments/attachments.present";
import { presentRequest } from "../../../approvals/approvals/approvals.present";
import type { Actor } from "../../../platform/session";
import type { Tx } from "../../../platform/database/unit-of-work";
import { loadWorkCalendar } from "../calendar/work-calendar.read";
import { spanOfRequest } from "../ledger/booked-days.read";
import { leaveRules, mayReadBalance, ownerLeaveActions } from "../types/leave.policy";
import { balancesAfterLeave } from "../ledger/balances-after-leave.read";
import { coverDuringLeave } from "../cover/team.service";
import { findPendingChange } from "./change.service";
import { absentColleagues, findPerson, type LeavePerson, type LeaveRow } from "../types/leave.sql";

export function presentLeave(request: LeaveRow, steps: readonly RequestStep[]): Leave {
  return {
    ...presentRequest(request, steps),
    leave_type: request.leaveType,
    start_date: request.startDate,
    end_date: request.endDate,
    start_half: request.fromNoon && !request.part ? "afternoon" : null,
    end_half: request.toNoon && !request.part ? "morning" : null,
    part: request.part,
    days: request.days,
    credit: request.credit,
    reason: request.reason,
    file: request.file && presentStoredFile(request.file),
    substitute: request.substitute,
    entered_by: request.enteredBy,
    changes: request.changedLeave,
  };
}

type PendingChange = NonNullable<LeaveDetail["pending_change"]>;

const daysShown = 10;

export async function presentLeaveDetail(tx: Tx, actor: Actor, request: LeaveRow): Promise<LeaveDetail> {
  const { steps, possible, canDecide, on_behalf_of } = await presentDecisionState(tx, actor, request, leaveRules);
  const person = await tx.one<LeavePerson>(findPerson, [actor.id]);
  const span = spanOfRequest(request);
  const { from, to } = minuteRangeOf(span);
  // Balance and absences are hidden from former approvers who can no longer decide for this employee.
  const knows = await mayReadBalance(tx, actor, request.requesterId);
  const away =
    knows && request.kind !== "credit"
      ? await tx.rows<LeaveDetail["away"][number]>(absentColleagues, [request.requesterId, from, to])
      : [];
  const left = knows ? (await balancesAfterLeave(tx, [request.id])).get(request.id) : undefined;
  const last = dayOfNumber(Math.max(dayNumber(span.end_date), dayNumber(span.start_date) + daysShown));
  const calendar = await loadWorkCalendar(tx, request.requesterId, span.start_date, last);
  const schedulesOf = await schedulesOfUsers(tx, [request.requesterId, ...away.map(({ person: { id } }) => id)]);
  return {
    ...presentLeave(request, steps),
    steps,
    can: { ...ownerLeaveActions(actor, request, possible, person?.today ?? ""), ...canDecide },
    away,
    cover: knows && request.kind !== "credit" ? await coverDuringLeave(tx, request.requesterId, span) : null,
    free: {
      weekend: [...calendar.weekend],
      holidays: calendar.holidays.map(({ date, name, translations, half }) => ({
        date,
        name,
        translations,
        half: half ?? null,
      })),
      people: [request.requesterId, ...new Set(away.map(({ person: { id } }) => id))].flatMap((userId) => {
        const days = freeDays(span.start_date, last, calendar.weekend, schedulesOf.get(userId) ?? []);
        return days.length === 0 ? [] : [{ user_id: userId, days }];
      }),
    },
    balance_after: left?.after ?? null,
    balance_before: request.kind !== "change" ? null : (left?.now ?? null),
    pending_change:
      request.kind !== "change" ? ((await tx.one<PendingChange>(findPendingChange, [request.id])) ?? null) : null,
    on_behalf_of,
  };
}
