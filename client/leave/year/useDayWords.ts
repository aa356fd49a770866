import { useMemo } from "react";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import type { LeaveOnDay, YearDay } from "./year-days";

/** A day of one's year as it is read out. */
export function useDayWords() {
  const text = useText();
  const nameOf = useNameOf();
  const { day: dayText, list } = useFormat();
  return useMemo(() => {
    /** "Annual leave, waiting (morning)" */
    const leaveWords = ({ leave, part }: LeaveOnDay) => {
      const words = text(`leaveYear.is.${leave.state}`, { type: nameOf(leave.leave_type) });
      return part === "whole" ? words : text(`leaveYear.half.${part}`, { what: words });
    };
    return {
      leaveWords,
      /** "Friday 25 December: Christmas Day" */
      wordsOf({ date, off, holiday, leave }: YearDay) {
        const free = holiday ? nameOf(holiday) : off === "weekend" ? text("leave.weekend") : null;
        const what = [free, ...leave.map(leaveWords)];
        const told = what.filter((one) => one !== null);
        const said = dayText(date, "long");
        return told.length === 0 ? said : text("leaveYear.day", { date: said, what: list(told) });
      },
    };
  }, [text, nameOf, dayText, list]);
}
