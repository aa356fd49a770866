import { useMemo } from "react";
import { parseRepeatRule, ruleWeekdays, type RuleWeekday } from "../../../../shared/bookings/bookings/repeat.rules";
import { useFormat, useText } from "../../../platform/intl/useText";

interface End {
  count?: number | undefined;
  until?: string | undefined;
}

/** A date on the weekday, for formatting its name: January 1, 2024 was a Monday. */
export const exampleDateOfRuleDay = (day: RuleWeekday): string => `2024-01-0${ruleWeekdays.indexOf(day) + 1}`;

/** Describes a recurrence rule as text, for example "Every 2 weeks on Mon, Wed, until 30 Jun 2027". */
export function useRepeatText() {
  const text = useText();
  const { day, list } = useFormat();
  return useMemo(() => {
    const ruleWithoutEnd = (rrule: string): string => {
      const rule = parseRepeatRule(rrule);
      if (!rule) return text("booking.rule.other");
      const { unit, interval, days, on } = rule;
      const name = (each: RuleWeekday) => day(exampleDateOfRuleDay(each), "weekday");
      if (unit === "day") return text("booking.rule.day", { every: interval });
      if (unit === "week")
        return days.length > 0
          ? text("booking.rule.weekDays", { every: interval, days: list(days.map(name)) })
          : text("booking.rule.week", { every: interval });
      if (!on) return text("booking.rule.month", { every: interval });
      return "day" in on
        ? text("booking.rule.monthDay", { every: interval, day: on.day })
        : text("booking.rule.monthNth", { every: interval, nth: String(on.nth), weekday: name(on.weekday) });
    };
    return (rrule: string, { count, until }: End = {}): string => {
      const rule = ruleWithoutEnd(rrule);
      if (until) return text("booking.rule.until", { rule, day: day(until, "medium") });
      return count ? text("booking.rule.count", { rule, count }) : rule;
    };
  }, [text, day, list]);
}
