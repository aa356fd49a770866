import type { Leave, LeaveDetail } from "../../../shared/requests/leave/leave.contract";
import { minuteRangeOf, unitOf } from "../../../shared/requests/leave/leave.days.rules";
import { freeDays } from "../../../shared/work/schedules/schedules.rules";
import { schedulesOfUsers } from "../../work/schedules/schedules.service";
import { dayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import type { LeaveType } from "../../../shared/requests/leave/leave-types.contract";
import { mayHandOver, findDecisionAuthority } from "../../approvals/approvals/approvals.policy";
import { presentStoredFile } from "../../work/attachments/attachments.present";
import { presentRequest, stepsOfRequests } from "../../approvals/approvals/approvals.present";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import type { HolidayEntity, LeaveTypeEntity } from "./leave.entity";
import { loadWorkCalendar } from "./leave.calendar";
import { spanOfRequest } from "./leave-booked.read";
import { leaveRules, mayReadBalance, ownerLeaveActions } from "./leave.policy";
import { balancesAfterLeave } from "./balances-after-leave.read";
import { coverDuringLeave } from "./team.service";
import { absentColleagues, findPendingChange, findPerson, type LeavePerson, type LeaveRow } from "./leave.sql";

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
    credit:
      request.breakMinutes === null ? null : { break_minutes: request.breakMinutes, expires_on: request.expiresOn },
    reason: request.reason,
    file: request.file && presentStoredFile(request.file),
    substitute: request.substitute,
    entered_by: request.enteredBy,
    changes: request.changes,
  };
}

type PendingChange = NonNullable<LeaveDetail["pending_change"]>;

const daysShown = 10;

export async function presentLeaveDetail(tx: Tx, actor: Actor, request: LeaveRow): Promise<LeaveDetail> {
  const steps = (await stepsOfRequests(tx, [request.id])).get(request.id) ?? [];
  const round = steps.filter((step) => step.round === request.round);
  const kinds = round.map((step) => leaveRules.kindOf({ approver: step.by }));
  const possible = leaveRules.workflow.actions({ status: request.status, steps: kinds, at: request.step });
  const standing = await findDecisionAuthority(tx, actor.id, request.id);
  const decides = (action: (typeof possible)[number]) => standing !== undefined && possible.includes(action);
  const person = await tx.one<LeavePerson>(findPerson, [actor.id]);
  const span = spanOfRequest(request);
  const { from, to } = minuteRangeOf(span);
  // Balance and absences are hidden from former approvers who can no longer decide for this employee.
  const knows = await mayReadBalance(tx, actor, request.requesterId);
  const away =
    knows && request.breakMinutes === null
      ? await tx.rows<LeaveDetail["away"][number]>(absentColleagues, [request.requesterId, from, to])
      : [];
  const left = knows ? (await balancesAfterLeave(tx, [request.id])).get(request.id) : undefined;
  const last = dayOfNumber(Math.max(dayNumber(span.end_date), dayNumber(span.start_date) + daysShown));
  const calendar = await loadWorkCalendar(tx, request.requesterId, span.start_date, last);
  const schedulesOf = await schedulesOfUsers(tx, [request.requesterId, ...away.map(({ person: { id } }) => id)]);
  return {
    ...presentLeave(request, steps),
    steps,
    can: {
      ...ownerLeaveActions(actor, request, possible, person?.today ?? ""),
      approve: decides("APPROVE"),
      reject: decides("REJECT"),
      request_changes: decides("REQUEST_CHANGES"),
      hand_over: mayHandOver(actor, request, steps),
    },
    away,
    cover: knows && request.breakMinutes === null ? await coverDuringLeave(tx, request.requesterId, span) : null,
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
    balance_before: request.changesId === null ? null : (left?.now ?? null),
    pending_change:
      request.changesId === null ? ((await tx.one<PendingChange>(findPendingChange, [request.id])) ?? null) : null,
    on_behalf_of:
      standing && !standing.own ? { id: standing.id, fullname: standing.fullname, image: standing.image } : null,
  };
}

export function presentLeaveType(type: LeaveTypeEntity, actor: Actor, used: ReadonlySet<number>): LeaveType {
  const edit = actor.permissions.has("leave-type-edit");
  return {
    id: type.id,
    name: type.name,
    translations: type.translations,
    icon: type.icon,
    days_female: type.daysFemale,
    days_male: type.daysMale,
    counting: type.counting,
    unit: unitOf(type.counting),
    one_time: type.oneTime,
    paid: type.paid,
    can_update_balance: type.canUpdateBalance,
    gender: type.gender,
    attachment_after: type.attachmentAfter,
    max_carried: type.maxCarried,
    carried_until: type.carriedUntil,
    half_days: type.halfDays,
    hr_step: type.hrStep,
    negative_allowed: type.negativeAllowed,
    accrual: type.accrual,
    prorated: type.prorated,
    proration: type.proration,
    rounding: type.rounding,
    lieu_months: type.lieuMonths,
    waiting_days: type.waitingDays,
    longest: type.longest,
    blocks: type.blocks,
    active: type.active,
    version: type.version,
    can: { edit, archive: edit && type.active, restore: edit && !type.active, delete: edit && !used.has(type.id) },
  };
}

export const presentHoliday = ({ id, date, name, translations, half, location }: HolidayEntity) => ({
  id,
  date,
  name,
  translations,
  half,
  location,
});
