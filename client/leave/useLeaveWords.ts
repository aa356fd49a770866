import { useMemo } from "react";
import type { LeaveTypeRef } from "../../shared/leave/leave.contract";
import { useFormat, useText } from "../platform/intl/useText";

interface Span {
  start_date: string;
  end_date: string;
}

/** What the inbox is told of a leave. */
export interface LeaveFacts extends Span {
  leave_type: LeaveTypeRef;
  days: number;
  also_away: number;
}

/** Days and dates of leave as people say them. */
export function useLeaveWords() {
  const text = useText();
  const { day, number } = useFormat();
  return useMemo(
    () => ({
      /** "6.5 days" */
      daysOf: (days: number) => text("leave.days", { count: days, shown: number(days) }),
      /** "15 Dec to 24 Dec", or the one day. */
      datesOf: ({ start_date: start, end_date: end }: Span) =>
        start === end ? day(start, "medium") : text("leave.fromTo", { from: day(start), to: day(end, "medium") }),
    }),
    [text, day, number],
  );
}
