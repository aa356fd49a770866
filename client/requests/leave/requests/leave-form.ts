import { isValidDay } from "../../../../shared/kernel/fields";
import type { LeaveType } from "../../../../shared/requests/leave/types/types.contract";
import type { LeaveDetail } from "../../../../shared/requests/leave/requests/leave.contract";

export interface LeaveValues extends Record<string, unknown> {
  leave_type_id: number | null;
  start_date: string | null;
  end_date: string | null;
  start_half: "afternoon" | null;
  end_half: "morning" | null;
  /** Hours of one day, given by an end time or as a number; null for whole and half days. */
  start_time: string | null;
  end_time: string | null;
  hours: string;
  /** Whether credit for worked time is requested instead of leave. */
  credit: boolean;
  break_minutes: string;
  reason: string;
  substitute_id: number | null;
  /** Employee for whom HR enters the leave; null for the user's own. */
  user_id: number | null;
}

/** Values without half days and hours. */
export const wholeDays = { start_half: null, end_half: null, start_time: null, end_time: null, hours: "" };

type PartRules = Pick<LeaveType, "unit" | "half_days"> | undefined;

/** Values to reset when another type is chosen, because its form has no fields for them. */
export function partsAfterTypeChange(
  { credit }: Pick<LeaveValues, "credit">,
  before: PartRules,
  after: PartRules,
): Partial<LeaveValues> {
  if (credit || before?.unit !== after?.unit) return { ...wholeDays, credit: false };
  // A type in hours has no half days, whatever its setting, and keeps its hours.
  return after?.half_days === false ? { start_half: null, end_half: null } : {};
}

export function toLeaveValues(leave: LeaveDetail | null): LeaveValues {
  return {
    leave_type_id: leave?.leave_type.id ?? null,
    start_date: leave?.start_date ?? null,
    end_date: leave?.end_date ?? null,
    start_half: leave?.start_half ?? null,
    end_half: leave?.end_half ?? null,
    start_time: leave?.part?.start_time ?? null,
    end_time: leave?.part?.end_time ?? null,
    hours: "",
    credit: leave?.credit != null,
    break_minutes: leave?.credit ? String(leave.credit.break_minutes) : "",
    reason: leave?.reason ?? "",
    substitute_id: leave?.substitute?.id ?? null,
    user_id: null,
  };
}

/** Whether the required fields are valid, so that the request can be saved on the server. */
export const hasRequiredLeaveFields = (values: LeaveValues): boolean =>
  values.leave_type_id !== null &&
  values.start_date !== null &&
  values.end_date !== null &&
  values.start_date <= values.end_date &&
  (values.start_time === null || values.end_time !== null || values.hours !== "");

/** Initial dates from the calendar day in the URL; ignores invalid values. */
export const initialLeaveDates = (day: string | null): Partial<LeaveValues> =>
  day !== null && isValidDay(day) ? { start_date: day, end_date: day, ...wholeDays } : {};

export const discardTexts = {
  label: "leave.discard",
  title: "leave.discard.title",
  why: "leave.discard.why",
} as const;
