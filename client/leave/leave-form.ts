import { isDay } from "../../shared/kernel/fields";
import type { LeaveDetail } from "../../shared/leave/leave.contract";

/** What the form asks for, as the call names it. */
export interface LeaveValues extends Record<string, unknown> {
  leave_type_id: number | null;
  start_date: string | null;
  end_date: string | null;
  start_half: "afternoon" | null;
  end_half: "morning" | null;
  reason: string;
  substitute_id: number | null;
  /** HR alone: for somebody else. Null: for oneself. */
  user_id: number | null;
}

/** With the place at which refusals of the document are said. */
export interface LeaveFormValues extends LeaveValues {
  attachment: null;
}

export function valuesOf(leave: LeaveDetail | null): LeaveValues {
  return {
    leave_type_id: leave?.leave_type.id ?? null,
    start_date: leave?.start_date ?? null,
    end_date: leave?.end_date ?? null,
    start_half: leave?.start_half ?? null,
    end_half: leave?.end_half ?? null,
    reason: leave?.reason ?? "",
    substitute_id: leave?.substitute?.id ?? null,
    user_id: null,
  };
}

/** A day that was chosen in a calendar; whatever else stands in the address is nothing. */
export const beginningOn = (day: string | null): Partial<LeaveValues> =>
  day !== null && isDay(day) ? { start_date: day, end_date: day, start_half: null, end_half: null } : {};
