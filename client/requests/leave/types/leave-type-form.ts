import type { DayCounting } from "../../../../shared/requests/leave/types/counting.rules";
import {
  type ProrationMethod,
  type Rounding,
  defaultRounding,
} from "../../../../shared/requests/leave/types/allowance-settings.rules";
import type { LeaveType } from "../../../../shared/requests/leave/types/types.contract";
import { type NameInputs, toNameInputs } from "./name-inputs";

export interface BlockedDatesValues {
  start_date: string | null;
  end_date: string | null;
  stop: boolean;
  note: string;
}

export interface LeaveTypeValues extends Record<string, unknown> {
  name: string;
  translations: NameInputs;
  icon: string;
  days_female: string;
  days_male: string;
  counting: DayCounting;
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
  prorated: boolean;
  proration: ProrationMethod;
  rounding: Rounding;
  lieu_months: string;
  waiting_days: string;
  longest: string;
  blocks: BlockedDatesValues[];
}

const inputText = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));

/** Defaults of a new type: paid, working days, half days allowed, granted at the start of the year, no carry-over. */
export function toLeaveTypeValues(type: LeaveType | null): LeaveTypeValues {
  return {
    name: type?.name ?? "",
    translations: toNameInputs(type?.translations),
    icon: type?.icon ?? "beach",
    days_female: inputText(type?.days_female),
    days_male: inputText(type?.days_male),
    counting: type?.counting ?? "working",
    one_time: type?.one_time ?? false,
    paid: type?.paid ?? true,
    can_update_balance: type?.can_update_balance ?? true,
    gender: type?.gender ?? null,
    attachment_after: inputText(type?.attachment_after),
    max_carried: type ? inputText(type.max_carried) : "0",
    carried_until: type?.carried_until == null ? null : String(type.carried_until),
    half_days: type?.half_days ?? true,
    hr_step: type?.hr_step ?? false,
    negative_allowed: type?.negative_allowed ?? false,
    accrual: type?.accrual ?? "yearly",
    prorated: type?.prorated ?? true,
    proration: type?.proration ?? "days",
    rounding: type?.rounding ?? defaultRounding(type?.half_days ?? true),
    lieu_months: inputText(type?.lieu_months),
    waiting_days: inputText(type?.waiting_days),
    longest: inputText(type?.longest),
    blocks: (type?.blocks ?? []).map((block) => ({ ...block, note: block.note ?? "" })),
  };
}
