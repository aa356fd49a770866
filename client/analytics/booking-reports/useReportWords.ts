import { useMemo } from "react";
import type { BookingReport } from "../../../shared/booking-reports/booking-reports.contract";
import { useFormat, useText } from "../../platform/intl/useText";

type Hour = BookingReport["hours"][number];

/** The hours of the week in which most was booked, the first first. */
export const busiestOf = (hours: readonly Hour[]): Hour[] =>
  hours.toSorted((a, b) => b.minutes - a.minutes || a.weekday - b.weekday || a.hour - b.hour).slice(0, 5);

/** Hours, weekdays and times of the report in the language on the screen. */
export function useReportWords() {
  const text = useText();
  const { number, time, day: dayWords } = useFormat();
  return useMemo(() => {
    const hours = (minutes: number) =>
      text("analytics.hours", { hours: number(minutes / 60, { maximumFractionDigits: 1 }) });
    const weekday = (day: number) => text(`bookingReport.weekday.${day as 1}`);
    // The first Monday of that year is the fifth.
    const shortWeekday = (day: number) => dayWords(new Date(2026, 0, 4 + day), "weekday");
    const clock = (hour: number) => time(new Date(2026, 0, 1, hour));
    const hourOfWeek = ({ weekday: day, hour }: Pick<Hour, "weekday" | "hour">) =>
      text("bookingReport.hourOfWeek", { weekday: weekday(day), time: clock(hour) });
    const shortHour = ({ weekday: day, hour }: Pick<Hour, "weekday" | "hour">) =>
      text("bookingReport.hourOfWeek", { weekday: shortWeekday(day), time: clock(hour) });
    return { shortWeekday, shortHour, hours, weekday, clock, hourOfWeek };
  }, [text, number, time, dayWords]);
}
