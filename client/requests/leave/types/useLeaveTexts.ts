import { useMemo } from "react";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import type { DayPart } from "../../../../shared/requests/leave/calendar/days.rules";
import type { LeaveUnit } from "../../../../shared/requests/leave/types/counting.rules";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useDuration } from "../../../ui/fields/useDuration";

interface Span {
  start_date: string;
  end_date: string;
  part?: Pick<DayPart, "start_time" | "end_time"> | null;
}

export interface LeaveFacts extends Span {
  leave_type: LeaveTypeRef;
  days: number;
  credit?: boolean;
  /** The approved dates, if the request changes them. */
  changes: (Span & { days: number }) | null;
  also_away: number;
  also_waiting: number;
}

/** Uses the minus sign U+2212, which has the width of a digit. */
export const withTypographicMinus = (number: string): string => number.replace("-", "−");

const isolatedMinus = (text: string) => `\u2066\u2212\u2069${text}`;

export function useLeaveTexts() {
  const text = useText();
  const { day, number, time } = useFormat();
  const duration = useDuration();
  return useMemo(() => {
    const durationOf = (hours: number) =>
      hours === 0 ? text("duration.hours", { hours: number(0) }) : duration(Math.round(Math.abs(hours) * 60));
    const timeOf = (clock: string) =>
      time(new Date(Date.parse("2026-01-01T00:00:00Z") + minutes(clock) * 60_000), "UTC");
    const timesOf = ({ start_time, end_time }: Pick<DayPart, "start_time" | "end_time">) =>
      text("leave.part.times", { from: timeOf(start_time), to: timeOf(end_time) });
    const daysText = ({ start_date: start, end_date: end }: Span) =>
      start === end ? day(start, "medium") : text("leave.fromTo", { from: day(start), to: day(end, "medium") });
    return {
      timesOf,
      /** Localized amount in the unit of a leave type, such as "6.5 days" or "4 h 30 m". */
      amountOf: (amount: number, unit: LeaveUnit) =>
        unit === "days"
          ? text("leave.days", { count: amount, shown: withTypographicMinus(number(amount)) })
          : amount < 0
            ? isolatedMinus(durationOf(amount))
            : durationOf(amount),
      /** Like `amountOf`, but without the word "days", for columns. */
      figureOf: (amount: number, unit: LeaveUnit) =>
        unit === "days"
          ? withTypographicMinus(number(amount))
          : amount < 0
            ? isolatedMinus(durationOf(amount))
            : durationOf(amount),
      /** Localized dates, such as "15 Dec to 24 Dec", a single date, or a date with times. */
      datesOf: (span: Span) =>
        span.part
          ? text("leave.part.at", { date: day(span.start_date, "medium"), times: timesOf(span.part) })
          : daysText(span),
    };
  }, [text, day, number, time, duration]);
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
