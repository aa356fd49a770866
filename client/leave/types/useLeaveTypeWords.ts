import { useMemo } from "react";
import type { LeaveType } from "../../../shared/leave/leave-types.contract";
import { useFormat, useText } from "../../platform/intl/useText";

/** What is special about a type, in words. */
export function useLeaveTypeWords() {
  const text = useText();
  const { number, list, day } = useFormat();
  return useMemo(
    () => ({
      /** "Monthly, HR decides last, at most 5 carried until March" */
      rulesOf(type: LeaveType): string {
        const rules = [
          !type.paid && text("leaveType.rule.unpaid"),
          !type.can_update_balance && text("leaveType.rule.uncounted"),
          type.can_update_balance && type.accrual === "monthly" && text("leaveType.rule.monthly"),
          type.one_time && text("leaveType.rule.once"),
          type.gender !== null && text(`leaveType.rule.${type.gender}`),
          !type.half_days && text("leaveType.rule.wholeDays"),
          type.hr_step && text("leaveType.rule.hr"),
          type.negative_allowed && text("leaveType.rule.negative"),
          type.attachment_after !== null &&
            text("leaveType.rule.attachment", { count: type.attachment_after, days: number(type.attachment_after) }),
          type.can_update_balance &&
            type.max_carried !== null &&
            type.max_carried > 0 &&
            text("leaveType.rule.carried", { days: number(type.max_carried) }),
          type.can_update_balance &&
            type.carried_until !== null &&
            text("leaveType.rule.until", { month: day(monthDay(type.carried_until), "month") }),
          type.waiting_days !== null && text("leaveType.rule.waiting", { days: number(type.waiting_days) }),
          type.longest !== null && text("leaveType.rule.longest", { days: number(type.longest) }),
          type.blocks.length > 0 && text("leaveType.rule.blocks", { count: type.blocks.length }),
        ].filter((rule): rule is string => typeof rule === "string");
        return list(rules);
      },
    }),
    [text, number, list, day],
  );
}

/** A day of that month: its name comes from it. */
export const monthDay = (month: number): string => `2026-${String(month).padStart(2, "0")}-01`;
