import { type CSSProperties, memo } from "react";
import { dayNumber } from "../../../shared/kernel/day-number";
import { useFormat } from "../../platform/intl/useText";
import { toneColor } from "../../ui/signs/tones";
import { ComingTrack } from "./ComingTrack";
import { TaskBar } from "./TaskBar";
import classes from "./TimelineChart.module.css";
import { RowName } from "./RowName";
import type { TimelineItem, TimelineRow } from "./timeline.rows";
import { UndatedTrack } from "./UndatedTrack";
import { rowHeight } from "./useChartWindow";
import { useBarStates } from "./useBarStates";
import { useChart } from "./useTimeline";

interface ChartRowProps {
  row: TimelineRow;
  at: number;
  firstDay: number;
  lastDay: number;
  tabStop: { rowKey: string; taskId: number } | null;
  onToggle: (key: string) => void;
}

export const ChartRow = memo(
  function ChartRow({ row, at, firstDay, lastDay, tabStop, onToggle }: ChartRowProps) {
    return (
      <div
        className={classes.row}
        data-kind={row.kind}
        data-key={row.key}
        role="listitem"
        style={{ insetBlockStart: at * rowHeight }}
        data-undated={row.kind === "undated" ? row.placed.task.id : undefined}
        data-project={row.kind === "undated" ? row.placed.project.id : undefined}
      >
        <RowName row={row} onToggle={onToggle} />
        <div className={classes.track}>
          <Track row={row} firstDay={firstDay} lastDay={lastDay} tabStop={tabStop} />
        </div>
      </div>
    );
  },
  (a, b) => {
    const sameStop = stopIn(a) === stopIn(b);
    const sameWindow = a.firstDay === b.firstDay && a.lastDay === b.lastDay;
    return a.at === b.at && sameStop && sameWindow && a.onToggle === b.onToggle && sameRow(a.row, b.row);
  },
);

const stopIn = ({ row, tabStop }: ChartRowProps) => (tabStop?.rowKey === row.key ? tabStop.taskId : null);

/** Rows are rebuilt with every change, but unchanged tasks and projects keep their identity. */
function sameRow(a: TimelineRow, b: TimelineRow): boolean {
  if (a === b) return true;
  if (a.key !== b.key) return false;
  if (a.kind === "task" && b.kind === "task") {
    return a.item.task === b.item.task && a.item.project === b.item.project && sameItems(a.people, b.people);
  }
  if (a.kind === "project" && b.kind === "project") {
    return a.project === b.project && a.percent === b.percent && a.open === b.open;
  }
  if (a.kind === "undated" && b.kind === "undated") {
    return a.placed.task === b.placed.task && a.placed.project === b.placed.project;
  }
  if (a.kind === "coming" && b.kind === "coming") return a.project === b.project && sameItems(a.dates, b.dates);
  if (a.kind === "fold" && b.kind === "fold") return a.count === b.count && a.open === b.open;
  return false;
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, at) => one === b[at]);

type TrackProps = Pick<ChartRowProps, "row" | "firstDay" | "lastDay" | "tabStop">;

function Track({ row, firstDay, lastDay, tabStop }: TrackProps) {
  const stateOf = useBarStates();
  if (row.kind === "project") return <ProjectTrack row={row} />;
  if (row.kind === "coming") return <ComingTrack row={row} firstDay={firstDay} lastDay={lastDay} />;
  if (row.kind === "fold") return null;
  if (row.kind === "undated") return <UndatedTrack placed={row.placed} />;
  const items = row.kind === "task" ? [row.item] : row.items;
  const inSight = ({ span }: TimelineItem) => span.to >= firstDay && span.from <= lastDay;
  return items
    .filter(inSight)
    .map((item) => (
      <TaskBar
        key={item.task.id}
        item={item}
        rowKey={row.key}
        people={row.kind === "task" ? row.people : []}
        tabStop={tabStop?.rowKey === row.key && tabStop.taskId === item.task.id}
        state={stateOf(item.task.id)}
      />
    ));
}

/** Line over the project's dates, filled by progress; tasks can't be planned outside it. */
function ProjectTrack({ row }: { row: Extract<TimelineRow, { kind: "project" }> }) {
  const { percent } = useFormat();
  const { range } = useChart();
  const { start_date, end_date, color } = row.project;
  const from = start_date === null ? range.first : dayNumber(start_date);
  const to = end_date === null ? range.last : dayNumber(end_date);
  const line = {
    "--from": from - range.first,
    "--span": to - from + 1,
    "--done": `${row.percent}%`,
    "--dot": toneColor(color),
  } as CSSProperties;
  const after = { "--from": to + 1 - range.first, "--span": Math.max(0, range.last - to) } as CSSProperties;
  const before = { "--from": 0, "--span": Math.max(0, from - range.first) } as CSSProperties;
  return (
    <>
      <span className={classes.outside} style={before} />
      <span className={classes.outside} style={after} />
      <span className={classes.summary} style={line} title={percent(row.percent)}>
        <i />
      </span>
    </>
  );
}
