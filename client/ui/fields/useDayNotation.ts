import { useMemo } from "react";
import { useFormat } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { useWeek } from "../../platform/week";
import { type DayNotation, dayNotationOf } from "./parse-day";

export function useDayNotation(): DayNotation {
  const { day } = useFormat();
  const today = useToday();
  const week = useWeek();
  return useMemo(
    () =>
      dayNotationOf(
        (date) => day(date, "medium"),
        today,
        (date) => day(date, "weekday"),
        week,
      ),
    [day, today, week],
  );
}
