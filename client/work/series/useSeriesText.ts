import { useMemo } from "react";
import { dayOfNumber } from "../../../shared/kernel/day-number";
import type { SeriesSettings } from "../../../shared/work/series/series.schema";
import { useFormat, useText } from "../../platform/intl/useText";

/** A day with a weekday, for formatting its name: day 3, 4 January 1970, was a Sunday. */
export const exampleDayOfWeekday = (weekday: number): string => dayOfNumber(3 + weekday);
export const exampleDayOfMonth = (month: number): string => `2024-${String(month).padStart(2, "0")}-01`;

/** Describes the rule of a series, such as "Every 2 weeks on Mon, Wed, until 30 Jun 2027". */
export function useSeriesText() {
  const text = useText();
  const { day, list } = useFormat();
  return useMemo(() => {
    const weekdayName = (weekday: number) => day(exampleDayOfWeekday(weekday), "weekday");
    const intervalText = (rule: SeriesSettings): string => {
      const { unit, every, weekdays, month_day, month_week, month_weekday, month } = rule;
      if (unit === "day") return text("booking.rule.day", { every });
      if (unit === "workday") return text("series.rule.workday", { every });
      if (unit === "week")
        return weekdays.length > 0
          ? text("booking.rule.weekDays", { every, days: list(weekdays.map(weekdayName)) })
          : text("booking.rule.week", { every });
      const nth = { nth: String(month_week), weekday: weekdayName(month_weekday ?? 1) };
      if (unit === "month") {
        if (month_day !== null) return text("booking.rule.monthDay", { every, day: month_day });
        return month_week === null
          ? text("booking.rule.month", { every })
          : text("booking.rule.monthNth", { every, ...nth });
      }
      if (month === null) return text("series.rule.year", { every });
      const monthName = day(exampleDayOfMonth(month), "month");
      return month_day !== null
        ? text("series.rule.yearDay", { every, number: month_day, month: monthName })
        : text("series.rule.yearNth", { every, month: monthName, ...nth });
    };
    return (rule: SeriesSettings): string => {
      const interval = intervalText(rule);
      const sentence = rule.basis === "completion" ? text("series.rule.afterCompletion", { rule: interval }) : interval;
      if (rule.until) return text("booking.rule.until", { rule: sentence, day: day(rule.until, "medium") });
      return rule.max_count ? text("booking.rule.count", { rule: sentence, count: rule.max_count }) : sentence;
    };
  }, [text, day, list]);
}
