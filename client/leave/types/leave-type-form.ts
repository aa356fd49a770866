import type { LeaveType } from "../../../shared/leave/leave-types.contract";
import { type TypedNames, typedNames } from "../typed-names";

export interface BlockValues {
  start_date: string | null;
  end_date: string | null;
  stop: boolean;
  note: string;
}

/** Numbers as they are typed: what is empty is no limit. */
export interface TypeValues extends Record<string, unknown> {
  name: string;
  translations: TypedNames;
  icon: string;
  days_female: string;
  days_male: string;
  counting: "calendar" | "working";
  one_time: boolean;
  paid: boolean;
  can_update_balance: boolean;
  gender: "female" | "male" | null;
  attachment_after: string;
  max_carried: string;
  carried_until: string | null;
  half_days: boolean;
  hr_step: boolean;
  negative_allowed: boolean;
  accrual: "yearly" | "monthly";
  waiting_days: string;
  longest: string;
  blocks: BlockValues[];
}

const typed = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));

/** A new type is the usual one: working days, paid, half days, given at the start of the year, nothing carried. */
export function typeValues(type: LeaveType | null): TypeValues {
  return {
    name: type?.name ?? "",
    translations: typedNames(type?.translations),
    icon: type?.icon ?? "beach",
    days_female: typed(type?.days_female),
    days_male: typed(type?.days_male),
    counting: type?.counting ?? "working",
    one_time: type?.one_time ?? false,
    paid: type?.paid ?? true,
    can_update_balance: type?.can_update_balance ?? true,
    gender: type?.gender ?? null,
    attachment_after: typed(type?.attachment_after),
    max_carried: type ? typed(type.max_carried) : "0",
    carried_until: type?.carried_until == null ? null : String(type.carried_until),
    half_days: type?.half_days ?? true,
    hr_step: type?.hr_step ?? false,
    negative_allowed: type?.negative_allowed ?? false,
    accrual: type?.accrual ?? "yearly",
    waiting_days: typed(type?.waiting_days),
    longest: typed(type?.longest),
    blocks: (type?.blocks ?? []).map((block) => ({ ...block, note: block.note ?? "" })),
  };
}
