import { type CSSProperties, memo } from "react";
import { type Cell, headOf, type Zoom } from "../../shared/timeline/timeline.axis.rules";
import { dayText, weekdayOf } from "../../shared/timeline/timeline.days.rules";
import { useFormat, useText } from "../platform/intl/useText";
import classes from "./ChartHead.module.css";
import type { ChartWindow } from "./useChartWindow";
import { useChart } from "./useTimeline";

/** The axis: weeks over days, months over weeks, quarters over months. It is decoration: bars say their days. */
export const ChartHead = memo(function ChartHead({ window }: { window: ChartWindow }) {
  const text = useText();
  const { range, zoom, week, today } = useChart();
  const words = useCellWords(zoom);
  const head = headOf(zoom, { first: window.firstDay, last: window.lastDay }, week.first);
  const place = ({ from, days }: Cell) => ({ "--from": from - range.first, "--span": days }) as CSSProperties;
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
  const dayOfMonth = (at: number) => plain(Number(dayText(at).slice(8)));
  if (zoom === "day")
    return {
      above: (at) => day(dayText(at), "medium"),
      below: (at) => `${day(dayText(at), "weekday")} ${dayOfMonth(at)}`,
    };
  if (zoom === "week") return { above: (at) => day(dayText(at)), below: dayOfMonth };
  if (zoom === "month") return { above: (at) => day(dayText(at), "monthYear"), below: dayOfMonth };
  const quarter = (at: number) => {
    const [year, name] = dayText(at).split("-").map(Number) as [number, number];
    return text("timeline.quarter", { quarter: Math.ceil(name / 3), year });
  };
  return { above: quarter, below: (at) => day(dayText(at), "month") };
}
