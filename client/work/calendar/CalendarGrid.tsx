import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { dayOfNumber } from "../../../shared/kernel/day-number";
import { useFormat } from "../../platform/intl/useText";
import { printing$ } from "../../platform/printing";
import { useStore } from "../../platform/store";
import { layoutWeeks } from "./calendar.layout";
import type { CalendarRange } from "./calendar.range";
import { useCalendar } from "./calendar.scope";
import classes from "./CalendarGrid.module.css";
import { CalendarWeek } from "./CalendarWeek";

/** Heights in pixels; they must match the style sheet. */
const laneHeight = 22;
const headHeight = 24;
const moreHeight = 18;
const leastLanes = 3;
const leastRowHeight = headHeight + leastLanes * laneHeight + moreHeight;

interface CalendarGridProps {
  label: string;
  range: CalendarRange;
  /** Whether days show all their bars instead of a number such as "3 more". Prints always do. */
  whole: boolean;
}

export function CalendarGrid({ label, range, whole }: CalendarGridProps) {
  const { day: dayText } = useFormat();
  const { dated, coming } = useCalendar();
  const element = useRef<HTMLDivElement>(null);
  const lanes = useLanes(element, range.weeks);
  const isWhole = useStore(printing$) || whole;
  const weeks = useMemo(
    () => layoutWeeks(dated, range, isWhole ? Infinity : lanes, coming),
    [dated, coming, range, lanes, isWhole],
  );
  return (
    <div
      ref={element}
      role="grid"
      aria-label={label}
      className={classes.grid}
      data-whole={isWhole || undefined}
      style={{ "--rows": range.weeks } as React.CSSProperties}
    >
      <div role="row" className={classes.weekdays}>
        {Array.from({ length: 7 }, (_, at) => (
          <span key={at} role="columnheader">
            {dayText(dayOfNumber(range.first + at), "weekday")}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <CalendarWeek key={week.first} week={week} />
      ))}
    </div>
  );
}

/** Number of bars that fit into a day; the others are behind a button such as "3 more". */
function useLanes(element: RefObject<HTMLDivElement | null>, weeks: number): number {
  const [lanes, setLanes] = useState(3);
  useLayoutEffect(() => {
    const grid = element.current;
    if (!grid) return;
    const measure = () => {
      const head = grid.firstElementChild?.clientHeight ?? 0;
      const row = Math.max(leastRowHeight, (grid.clientHeight - head) / weeks);
      setLanes(Math.max(leastLanes, Math.floor((row - headHeight - moreHeight) / laneHeight)));
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(grid);
    return () => size.disconnect();
  }, [element, weeks]);
  return lanes;
}
