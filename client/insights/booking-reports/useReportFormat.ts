import { useMemo } from "react";
import type { BookingReport } from "../../../shared/insights/booking-reports/booking-reports.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useDuration } from "../../ui/fields/useDuration";

type Hour = BookingReport["hours"][number];

export const busiestHours = (hours: readonly Hour[]): Hour[] =>
  hours.toSorted((a, b) => b.minutes - a.minutes || a.weekday - b.weekday || a.hour - b.hour).slice(0, 5);

export function useReportFormat() {
  const text = useText();
  const { time, day: dayWords } = useFormat();
  const hours = useDuration();
  return useMemo(() => {
    const weekday = (day: number) => text(`bookingReport.weekday.${day as 1}`);
    // January 5, 2026 is a Monday, which is weekday 1.
    const shortWeekday = (day: number) => dayWords(new Date(2026, 0, 4 + day), "weekday");
    const clock = (hour: number) => time(new Date(2026, 0, 1, hour));
    const hourOfWeek = ({ weekday: day, hour }: Pick<Hour, "weekday" | "hour">) =>
      text("bookingReport.hourOfWeek", { weekday: weekday(day), time: clock(hour) });
    const shortHour = ({ weekday: day, hour }: Pick<Hour, "weekday" | "hour">) =>
      text("bookingReport.hourOfWeek", { weekday: shortWeekday(day), time: clock(hour) });
    return { shortWeekday, shortHour, hours, weekday, clock, hourOfWeek };
  }, [text, hours, time, dayWords]);
}
