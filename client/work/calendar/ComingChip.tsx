import { IconRepeat } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import type { ComingDate } from "../../../shared/work/series/series.contract";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { useComingDateActions } from "../series/useComingDates";
import type { ComingSegment } from "./calendar.layout";
import { useIsStop } from "./calendar.scope";
import classes from "./CalendarGrid.module.css";

/** Ids of tasks that aren't created yet are negative as well, but small. */
const firstStopId = -1_000_000_000;

/** Outline of a task that a series will create. It can't be dragged. */
export function ComingBar({ segment, first }: { segment: ComingSegment; first: number }) {
  const { occurrence, column, days, lane, starts, ends } = segment;
  return (
    <div
      className={classes.bar}
      style={{ "--lane": lane, "--span": days } as CSSProperties}
      data-coming
      data-column={column}
      data-span={days}
      data-starts={starts || undefined}
      data-ends={ends || undefined}
    >
      <ComingLink occurrence={occurrence} day={first + column} />
    </div>
  );
}

interface ComingLinkProps {
  occurrence: ComingDate;
  /** The day whose cell contains the date, or null if all dates are in the tab order. */
  day: number | null;
}

/** Opens the dialog of the series. */
export function ComingLink({ occurrence, day }: ComingLinkProps) {
  const { labelOf, openSeries } = useComingDateActions();
  const stopId = firstStopId - occurrence.series_id;
  const isStop = useIsStop(day ?? 0, stopId);
  const label = labelOf(occurrence);
  return (
    <button
      type="button"
      className={classes.link}
      data-card-link={stopId}
      tabIndex={day === null || isStop ? 0 : -1}
      aria-label={label}
      title={label}
      onClick={() => openSeries(occurrence)}
    >
      <IconRepeat size={14} stroke={1.75} aria-hidden />
      <span className={classes.name}>
        <TruncatedName>{occurrence.title}</TruncatedName>
      </span>
    </button>
  );
}
