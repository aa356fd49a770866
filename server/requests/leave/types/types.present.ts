import { unitOf } from "../../../../shared/requests/leave/types/counting.rules";
import type { LeaveType } from "../../../../shared/requests/leave/types/types.contract";
import type { Actor } from "../../../platform/session";
import type { LeaveTypeEntity } from "./leave.entity";

export function presentLeaveType(
  type: LeaveTypeEntity,
  actor: Pick<Actor, "permissions">,
  used: ReadonlySet<number>,
): LeaveType {
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
