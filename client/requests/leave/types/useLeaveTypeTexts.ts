import { useMemo } from "react";
import type { LeaveType } from "../../../../shared/requests/leave/types/types.contract";
import { useLeaveTexts } from "./useLeaveTexts";
import { useFormat, useText } from "../../../platform/intl/useText";

export function useLeaveTypeTexts() {
  const text = useText();
  const { number, list, day } = useFormat();
  const { figureOf } = useLeaveTexts();
  return useMemo(
    () => ({
      /** Summarizes the rules of a leave type, for example "Monthly, HR decides last, at most 5 carried until March". */
      rulesOf(type: LeaveType): string {
        const rules = [
          !type.paid && text("leaveType.rule.unpaid"),
          !type.can_update_balance && text("leaveType.rule.uncounted"),
          type.can_update_balance && type.accrual === "monthly" && text("leaveType.rule.monthly"),
          type.can_update_balance && !type.prorated && text("leaveType.rule.whole"),
          type.can_update_balance &&
            type.prorated &&
            type.proration !== "days" &&
            text(`leaveType.rule.${type.proration}`),
          type.one_time && text("leaveType.rule.once"),
          type.gender !== null && text(`leaveType.rule.${type.gender}`),
          !type.half_days && type.unit === "days" && text("leaveType.rule.wholeDays"),
          type.hr_step && text("leaveType.rule.hr"),
          type.negative_allowed && text("leaveType.rule.negative"),
          type.attachment_after !== null &&
            (type.unit === "hours"
              ? text("leaveType.rule.attachmentHours", { time: figureOf(type.attachment_after, type.unit) })
              : text("leaveType.rule.attachment", {
                  count: type.attachment_after,
                  days: number(type.attachment_after),
                })),
          type.can_update_balance &&
            type.max_carried !== null &&
            type.max_carried > 0 &&
            (type.unit === "hours"
              ? text("leaveType.rule.carriedHours", { time: figureOf(type.max_carried, type.unit) })
              : text("leaveType.rule.carried", { days: number(type.max_carried) })),
          type.can_update_balance &&
            type.carried_until !== null &&
            text("leaveType.rule.until", { month: day(exampleDateOfMonth(type.carried_until), "month") }),
          type.waiting_days !== null && text("leaveType.rule.waiting", { days: number(type.waiting_days) }),
          type.longest !== null && text("leaveType.rule.longest", { days: figureOf(type.longest, type.unit) }),
          type.blocks.length > 0 && text("leaveType.rule.blocks", { count: type.blocks.length }),
        ].filter((rule): rule is string => typeof rule === "string");
        return list(rules);
      },
    }),
    [text, number, list, day, figureOf],
  );
}

/** A date in the month, for formatting the month's name. */
export const exampleDateOfMonth = (month: number): string => `2026-${String(month).padStart(2, "0")}-01`;
