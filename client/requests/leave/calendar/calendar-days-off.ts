import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { readOwnLeaveYear, type OwnLeaveYear } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { countDays } from "../../../../shared/requests/leave/calendar/days.rules";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useEndpoint } from "../../../platform/query";
import { useCan, useHasFeature } from "../../../platform/session";
import type { DayOffMark, DaysOffSource } from "../../../work/calendar/calendar.slots";

/** Holidays at the user's location and their approved leave, for the calendar of tasks. */
export const daysOffSource: DaysOffSource = {
  useDaysOff(from, to) {
    const nameOf = useNameOf();
    const [first, last] = [useYear(Number(from.slice(0, 4))), useYear(Number(to.slice(0, 4)))];
    return useMemo(() => {
      const marks = new Map<string, DayOffMark>();
      for (const year of new Set([first, last])) {
        if (!year) continue;
        for (const leave of year.leaves) {
          if (leave.state !== "booked") continue;
          for (const { date, days } of countDays(leave, leave.counting, year))
            if (days > 0) marks.set(date, { kind: "leave", name: nameOf(leave.leave_type) });
        }
        for (const holiday of year.holidays) marks.set(holiday.date, { kind: "holiday", name: nameOf(holiday) });
      }
      return marks;
    }, [first, last, nameOf]);
  },
};

function useYear(year: number): OwnLeaveYear | undefined {
  const can = useCan();
  const has = useHasFeature();
  const enabled = has("leave_management") && can("leave-request-list") && year >= 2000 && year <= 2100;
  return useEndpoint(
    readOwnLeaveYear,
    { query: { year } },
    { enabled, retry: false, placeholderData: keepPreviousData },
  ).data?.data;
}
