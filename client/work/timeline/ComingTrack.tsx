import type { CSSProperties } from "react";
import { timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { toneColor } from "../../ui/signs/tones";
import { useComingDateActions } from "../series/useComingDates";
import classes from "./TaskBar.module.css";
import type { TimelineRow } from "./timeline.rows";
import { useChart } from "./useTimeline";

interface ComingTrackProps {
  row: Extract<TimelineRow, { kind: "coming" }>;
  firstDay: number;
  lastDay: number;
}

/** Outlines of the tasks that a series will create. The name of the row opens the series by keyboard. */
export function ComingTrack({ row, firstDay, lastDay }: ComingTrackProps) {
  const { range } = useChart();
  const { labelOf, openSeries } = useComingDateActions();
  return row.dates.map((date) => {
    const span = timelineSpanOf(date);
    if (!span || span.to < firstDay || span.from > Math.min(lastDay, range.last)) return null;
    const style = {
      "--from": span.from - range.first,
      "--span": span.to - span.from + 1,
      "--dot": toneColor(row.project.color),
    } as CSSProperties;
    return (
      <button
        key={date.day}
        type="button"
        className={classes.coming}
        style={style}
        data-coming
        tabIndex={-1}
        aria-label={labelOf(date)}
        title={labelOf(date)}
        onClick={() => openSeries(date)}
      />
    );
  });
}
