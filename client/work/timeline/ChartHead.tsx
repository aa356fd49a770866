import { type CSSProperties, memo } from "react";
import { type AxisCell, axisHeaderOf, type Zoom } from "../../../shared/work/timeline/timeline.axis.rules";
import { dayOfNumber, weekdayOf } from "../../../shared/kernel/day-number";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./ChartHead.module.css";
import type { ChartWindow } from "./useChartWindow";
import { useChart } from "./useTimeline";

/** Axis headings: weeks over days, months over weeks, quarters over months. Decorative, because bars have their dates as labels. */
export const ChartHead = memo(function ChartHead({ window }: { window: ChartWindow }) {
  const text = useText();
  const { range, zoom, week, today } = useChart();
  const words = useCellWords(zoom);
  const head = axisHeaderOf(zoom, { first: window.firstDay, last: window.lastDay }, week.first);
  const place = ({ from, days }: AxisCell) => ({ "--from": from - range.first, "--span": days }) as CSSProperties;
  const single = zoom === "day" || zoom === "week";
  return (
    <div className={classes.head} aria-hidden>
      <div className={classes.corner} data-corner>
        {text("timeline.corner")}
      </div>
      <div className={classes.axis}>
        {head.above.map((cell) => (
          <b key={cell.from} style={place(cell)}>
            <span>{words.above(cell.from)}</span>
          </b>
        ))}
        {head.below.map((cell) => (
          <span
            key={cell.from}
            className={classes.cell}
            style={place(cell)}
            data-off={(single && week.weekend.includes(weekdayOf(cell.from))) || undefined}
            data-today={(today >= cell.from && today < cell.from + cell.days && single) || undefined}
          >
            <span>{words.below(cell.from)}</span>
          </span>
        ))}
      </div>
    </div>
  );
});

function useCellWords(zoom: Zoom): { above: (day: number) => string; below: (day: number) => string } {
  const text = useText();
  const { day, number } = useFormat();
  const plain = (value: number) => number(value, { useGrouping: false });
  const dayOfMonth = (at: number) => plain(Number(dayOfNumber(at).slice(8)));
  if (zoom === "day")
    return {
      above: (at) => day(dayOfNumber(at), "medium"),
      below: (at) => `${day(dayOfNumber(at), "weekday")} ${dayOfMonth(at)}`,
    };
  if (zoom === "week") return { above: (at) => day(dayOfNumber(at)), below: dayOfMonth };
  if (zoom === "month") return { above: (at) => day(dayOfNumber(at), "monthYear"), below: dayOfMonth };
  const quarter = (at: number) => {
    const [year, name] = dayOfNumber(at).split("-").map(Number) as [number, number];
    return text("timeline.quarter", { quarter: Math.ceil(name / 3), year });
  };
  return { above: quarter, below: (at) => day(dayOfNumber(at), "month") };
}
