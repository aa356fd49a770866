import { type Weeks, weeklyMinutes } from "../../../shared/work/schedules/schedules.rules";
import { useFormat, useText } from "../../platform/intl/useText";

/** Returns "32 hours per week", "alternating", or the organization's week. */
export function useWeeksText(): (weeks: Weeks) => string {
  const text = useText();
  const { number } = useFormat();
  return ({ minutes, other }) => {
    if (!minutes) return text("schedule.template.organization");
    const hours = number(weeklyMinutes({ minutes, other }) / 60, { maximumFractionDigits: 2 });
    return text(other ? "schedule.alternating" : "schedule.weekly", { hours });
  };
}
