import { useCallback, useMemo } from "react";
import { useAddress } from "../../platform/address/useAddress";
import { useToday } from "../../platform/today";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { useWeek } from "../../platform/week";
import {
  calendarLayouts,
  calendarRangeOf,
  type CalendarRange,
  type CalendarView,
  readCalendarView,
  writeCalendarView,
} from "./calendar.range";

export interface ShownCalendar {
  view: CalendarView;
  range: CalendarRange;
  show: (view: CalendarView) => void;
}

export function useCalendarView(): ShownCalendar {
  const [search, setSearch] = useAddress();
  const today = useToday();
  const fallback = useIsPhoneWidth() ? "agenda" : "month";
  const { first } = useWeek();
  const own = calendarLayouts.map((layout) => search.get(layout) ?? "").join("|");
  const view = useMemo(() => {
    const values = own.split("|").map((value, at) => [calendarLayouts[at] ?? "", value]);
    return readCalendarView(new URLSearchParams(values.filter(([, value]) => value !== "")), today, fallback);
  }, [own, today, fallback]);
  const range = useMemo(() => calendarRangeOf(view, first), [view, first]);
  const show = useCallback(
    (nextView: CalendarView) =>
      setSearch((now) => writeCalendarView(now, nextView), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  return { view, range, show };
}
