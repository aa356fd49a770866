import type { Leave, LeaveDetail } from "../../shared/leave/leave.contract";
import { halvesOf } from "../../shared/leave/leave.days.rules";
import { dayNumber, dayOfNumber } from "../../shared/kernel/days";
import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { LeaveType } from "../../shared/leave/leave-types.contract";
import { mayHandOver, standingOn } from "../approvals/approvals.policy";
import { presentFile } from "../attachments/attachments.present";
import { presentRequest, stepsOf } from "../approvals/approvals.present";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import type { HolidayEntity, LeaveTypeEntity } from "./leave.entity";
import { workCalendar } from "./leave.calendar";
import { leaveRules, mayReadBalance, ownActions } from "./leave.policy";
import { leftAfter } from "./leave-after.read";
import { coverWith } from "./team.service";
import { alsoAway, findPerson, type LeavePerson, type LeaveRow } from "./leave.sql";

export function presentLeave(request: LeaveRow, steps: readonly RequestStep[]): Leave {
  return {
    ...presentRequest(request, steps),
    leave_type: request.leaveType,
    start_date: request.startDate,
    end_date: request.endDate,
    start_half: request.fromNoon ? "afternoon" : null,
    end_half: request.toNoon ? "morning" : null,
    days: request.days,
    reason: request.reason,
    file: request.file && presentFile(request.file),
    substitute: request.substitute,
    entered_by: request.enteredBy,
  };
}

/** How many days the strip of who else is away has at least. */
const daysShown = 10;

/** With its whole way and what this reader may do. */
export async function presentLeaveDetail(tx: Tx, actor: Actor, request: LeaveRow): Promise<LeaveDetail> {
  const steps = (await stepsOf(tx, [request.id])).get(request.id) ?? [];
  const round = steps.filter((step) => step.round === request.round);
  const kinds = round.map((step) => leaveRules.kindOf({ approver: step.by }));
  const possible = leaveRules.workflow.actions({ status: request.status, steps: kinds, at: request.step });
  const standing = await standingOn(tx, actor.id, request.id);
  const decides = (action: (typeof possible)[number]) => standing !== undefined && possible.includes(action);
  const person = await tx.one<LeavePerson>(findPerson, [actor.id]);
  const span = {
    start_date: request.startDate,
    end_date: request.endDate,
    start_half: request.fromNoon ? ("afternoon" as const) : null,
    end_half: request.toNoon ? ("morning" as const) : null,
  };
  const { from, to } = halvesOf(span);
  // How it is with their days and their department now is no affair of who decided once, or for somebody, and doesn't any more.
  const knows = await mayReadBalance(tx, actor, request.requesterId);
  const away = knows ? await tx.rows<LeaveDetail["away"][number]>(alsoAway, [request.requesterId, from, to]) : [];
  const last = dayOfNumber(Math.max(dayNumber(span.end_date), dayNumber(span.start_date) + daysShown));
  const calendar = await workCalendar(tx, request.requesterId, span.start_date, last);
  return {
    ...presentLeave(request, steps),
    steps,
    can: {
      ...ownActions(actor, request, possible, person?.today ?? ""),
      approve: decides("APPROVE"),
      reject: decides("REJECT"),
      request_changes: decides("REQUEST_CHANGES"),
      hand_over: mayHandOver(actor, request, steps),
    },
    away,
    cover: knows ? await coverWith(tx, request.requesterId, span) : null,
    free: {
      weekend: [...calendar.weekend],
      holidays: calendar.holidays.map(({ date, name, translations, half }) => ({
        date,
        name,
        translations,
        half: half ?? null,
      })),
    },
    balance_after: knows ? ((await leftAfter(tx, [request.id])).get(request.id)?.after ?? null) : null,
    on_behalf_of:
      standing && !standing.own ? { id: standing.id, fullname: standing.fullname, image: standing.image } : null,
  };
}

/** With what this reader may do with it; `used` are the types that somebody has asked for. */
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
