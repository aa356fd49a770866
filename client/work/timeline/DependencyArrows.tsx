import { memo, useMemo } from "react";
import { violatesDependency } from "../../../shared/work/timeline/timeline.plan.rules";
import { dateChangesFor, type TimelineSpan } from "../../../shared/work/timeline/timeline.span.rules";
import { useText } from "../../platform/intl/useText";
import classes from "./DependencyArrows.module.css";
import { type DragState, draggedSpanOf } from "./timeline.drag-state";
import type { TimelineItem, TimelineRow } from "./timeline.rows";
import { type ChartWindow, rowHeight } from "./useChartWindow";
import { useDependencyChain, useChart, useDragState, useSelectedItem } from "./useTimeline";
import { arrowCorners, arrowPathOf, type Point } from "../../../shared/work/timeline/timeline.lanes.rules";

interface BarPosition {
  at: number;
  item: TimelineItem;
}

/**
 * Dependency arrows behind the bars, from the end of one to the start of another. Drawn only where every task has its own row and for
 * arrows that touch rendered rows.
 */
export const DependencyArrows = memo(function Arrows({
  rows,
  window,
}: {
  rows: readonly TimelineRow[];
  window: ChartWindow;
}) {
  const { range, dayWidth } = useChart();
  const drag = useDragState((state) => state);
  const bars = useMemo(() => barPositions(rows), [rows]);
  const links = useMemo(() => linksOf(bars, window), [bars, window]);
  if (bars.size === 0) return null;
  const left = window.firstDay;
  const top = window.firstRow * rowHeight;
  const size = {
    inlineSize: (window.lastDay - left + 1) * dayWidth,
    blockSize: (window.lastRow - window.firstRow + 1) * rowHeight,
    insetInlineStart: (left - range.first) * dayWidth,
    insetBlockStart: top,
  };
  const spanOf = ({ item }: BarPosition): TimelineSpan => draggedSpanOf(drag, item.task.id) ?? item.span;
  const endOf = (bar: BarPosition): Point => {
    const x = (spanOf(bar).to + 1 - left) * dayWidth;
    return { x, y: (bar.at + 0.5) * rowHeight - top };
  };
  const startOf = (bar: BarPosition): Point => {
    const x = (spanOf(bar).from - left) * dayWidth;
    return { x, y: (bar.at + 0.5) * rowHeight - top };
  };
  const linkedBar = drag?.hold === "link" ? bars.get(drag.task.id) : undefined;
  return (
    <svg className={classes.arrows} style={size} aria-hidden>
      {links.map(([blocker, waiting]) => (
        <Arrow
          key={`${blocker.item.task.id}-${waiting.item.task.id}`}
          blocker={blocker.item}
          waiting={waiting.item}
          path={arrowPathOf(arrowCorners(endOf(blocker), startOf(waiting)))}
          tip={startOf(waiting)}
          broken={violatesDependency(planned(blocker, drag), planned(waiting, drag))}
        />
      ))}
      {linkedBar && drag?.head && (
        <path
          className={classes.line}
          data-held
          d={arrowPathOf([endOf(linkedBar), { x: (drag.head.day - left) * dayWidth, y: drag.head.y - top }])}
        />
      )}
    </svg>
  );
});

function planned({ item }: BarPosition, drag: DragState | null) {
  const span = draggedSpanOf(drag, item.task.id);
  return span ? { ...item.task, ...dateChangesFor(item.task, span) } : item.task;
}

function barPositions(rows: readonly TimelineRow[]): Map<number, BarPosition> {
  const bars = new Map<number, BarPosition>();
  rows.forEach((row, at) => row.kind === "task" && bars.set(row.item.task.id, { at, item: row.item }));
  return bars;
}

function linksOf(
  bars: Map<number, BarPosition>,
  { firstRow, lastRow }: ChartWindow,
): [blocker: BarPosition, waiting: BarPosition][] {
  const links: [BarPosition, BarPosition][] = [];
  // Arrows that only cross the viewport are skipped, because neither of their bars is rendered and there may be hundreds.
  const isDrawn = ({ at }: BarPosition) => at >= firstRow && at <= lastRow;
  for (const waiting of bars.values()) {
    for (const id of waiting.item.task.blocker_ids) {
      const blocker = bars.get(id);
      if (!blocker) continue;
      if (isDrawn(blocker) || isDrawn(waiting)) links.push([blocker, waiting]);
    }
  }
  return links;
}

interface ArrowProps {
  blocker: TimelineItem;
  waiting: TimelineItem;
  path: string;
  tip: Point;
  broken: boolean;
}

const Arrow = memo(function Arrow({ blocker, waiting, path, tip, broken }: ArrowProps) {
  const text = useText();
  const { selection } = useChart();
  const [from, to] = [blocker.task.id, waiting.task.id];
  const selected = useSelectedItem((now) => now?.kind === "arrow" && now.blockerId === from && now.taskId === to);
  const dimmed = useDependencyChain((chain) => chain !== null && !(chain.has(from) && chain.has(to)));
  const select = () => selection.select({ kind: "arrow", projectId: waiting.project.id, blockerId: from, taskId: to });
  return (
    <g
      data-arrow={`${from}-${to}`}
      data-broken={broken || undefined}
      data-selected={selected || undefined}
      data-dimmed={dimmed || undefined}
    >
      <path className={classes.line} d={path} />
      <path className={classes.tip} d={`M${tip.x} ${tip.y}l-6 -4v8z`} />
      <path className={classes.hit} d={path} onClick={select}>
        <title>{text("timeline.arrow", { key: waiting.task.key, blocker: blocker.task.key })}</title>
      </path>
    </g>
  );
});
