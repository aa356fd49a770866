import { useMemo } from "react";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useLeaveTexts } from "../types/useLeaveTexts";
import type { LeaveOnDay, YearDay } from "./year-days";

export function useDayText() {
  const text = useText();
  const nameOf = useNameOf();
  const { day: dayText, list } = useFormat();
  const { timesOf } = useLeaveTexts();
  return useMemo(() => {
    /** Describes leave on a day, for example "Annual leave, waiting (morning)". */
    const leaveWords = ({ leave, part }: LeaveOnDay) => {
      if (leave.part) {
        const what = text(`leaveYear.is.${leave.state}`, { type: nameOf(leave.leave_type) });
        return text("leave.part.of", { what, times: timesOf(leave.part) });
      }
      const words = text(`leaveYear.is.${leave.state}`, { type: nameOf(leave.leave_type) });
      return part === "whole" ? words : text(`leaveYear.half.${part}`, { what: words });
    };
    return {
      leaveWords,
      /** Describes a day, for example "Friday 25 December: Christmas Day". */
      wordsOf({ date, off, holiday, leave }: YearDay) {
        const reason = off === "free" ? text("leave.free.why") : off === "weekend" ? text("leave.weekend") : null;
        const free = holiday ? nameOf(holiday) : reason;
        const what = [free, ...leave.map(leaveWords)];
        const told = what.filter((one) => one !== null);
        const said = dayText(date, "long");
        return told.length === 0 ? said : text("leaveYear.day", { date: said, what: list(told) });
      },
    };
  }, [text, nameOf, dayText, list, timesOf]);
}
