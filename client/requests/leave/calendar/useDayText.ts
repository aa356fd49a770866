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
        const leaveText = text(`leaveYear.is.${leave.state}`, { type: nameOf(leave.leave_type) });
        return text("leave.part.of", { what: leaveText, times: timesOf(leave.part) });
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
        const reasons = [free, ...leave.map(leaveWords)];
        const knownReasons = reasons.filter((one) => one !== null);
        const dateText = dayText(date, "long");
        return knownReasons.length === 0
          ? dateText
          : text("leaveYear.day", { date: dateText, what: list(knownReasons) });
      },
    };
  }, [text, nameOf, dayText, list, timesOf]);
}
