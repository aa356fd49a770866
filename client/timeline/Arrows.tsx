import { memo, useMemo } from "react";
import { elbow, pathOf, type Point } from "../../shared/timeline/timeline.arrows.rules";
import { breaks } from "../../shared/timeline/timeline.plan.rules";
import { datesFor, type Span } from "../../shared/timeline/timeline.span.rules";
import { useText } from "../platform/intl/useText";
import classes from "./Arrows.module.css";
import type { Hand } from "./timeline.hand";
import type { Item, Row } from "./timeline.rows";
import { type ChartWindow, rowHeight } from "./useChartWindow";
import { useChain, useChart, useHand, useSelected } from "./useTimeline";

/** Half a diamond: an arrow ends at its corner. */
const diamond = 9;

interface Stand {
  at: number;
  item: Item;
}

/**
 * What waits for what, drawn from the end of one bar to the beginning of the other, behind them. Only where every task
 * has a row of its own, and only what touches the rows that are drawn.
 */
export const Arrows = memo(function Arrows({ rows, window }: { rows: readonly Row[]; window: ChartWindow }) {
  const { range, dayWidth } = useChart();
  const hand = useHand((held) => held);
  const stands = useMemo(() => standsOf(rows), [rows]);
  const links = useMemo(() => linksOf(stands, window), [stands, window]);
  if (stands.size === 0) return null;
  const left = window.firstDay;
  const top = window.firstRow * rowHeight;
  const size = {
    inlineSize: (window.lastDay - left + 1) * dayWidth,
    blockSize: (window.lastRow - window.firstRow + 1) * rowHeight,
    insetInlineStart: (left - range.first) * dayWidth,
    insetBlockStart: top,
  };
  const spanOf = ({ item }: Stand): Span => (hand?.task.id === item.task.id && hand.span ? hand.span : item.span);
  const endOf = (stand: Stand): Point => {
    const { to, milestone } = spanOf(stand);
    const x = milestone ? (to - left + 0.5) * dayWidth + diamond : (to + 1 - left) * dayWidth;
    return { x, y: (stand.at + 0.5) * rowHeight - top };
  };
  const startOf = (stand: Stand): Point => {
    const { from, milestone } = spanOf(stand);
    const x = milestone ? (from - left + 0.5) * dayWidth - diamond : (from - left) * dayWidth;
    return { x, y: (stand.at + 0.5) * rowHeight - top };
  };
  const held = hand?.hold === "link" ? stands.get(hand.task.id) : undefined;
  return (
    <svg className={classes.arrows} style={size} aria-hidden>
      {links.map(([blocker, waiting]) => (
        <Arrow
          key={`${blocker.item.task.id}-${waiting.item.task.id}`}
          blocker={blocker.item}
          waiting={waiting.item}
          path={pathOf(elbow(endOf(blocker), startOf(waiting)))}
          tip={startOf(waiting)}
          broken={breaks(planned(blocker, hand), planned(waiting, hand))}
        />
      ))}
      {held && hand?.head && (
        <path
          className={classes.line}
          data-held
          d={pathOf([endOf(held), { x: (hand.head.day - left) * dayWidth, y: hand.head.y - top }])}
        />
      )}
    </svg>
  );
});

/** A task as it would be planned if the hand were opened now. */
function planned({ item }: Stand, hand: Hand | null) {
  if (hand?.task.id !== item.task.id || !hand.span) return item.task;
  return { ...item.task, ...datesFor(item.task, hand.span) };
}

function standsOf(rows: readonly Row[]): Map<number, Stand> {
  const stands = new Map<number, Stand>();
  rows.forEach((row, at) => row.kind === "task" && stands.set(row.item.task.id, { at, item: row.item }));
  return stands;
}

function linksOf(stands: Map<number, Stand>, { firstRow, lastRow }: ChartWindow): [blocker: Stand, waiting: Stand][] {
  const links: [Stand, Stand][] = [];
  // A line that only passes by would say nothing, and there may be hundreds.
  const isDrawn = ({ at }: Stand) => at >= firstRow && at <= lastRow;
  for (const waiting of stands.values()) {
    for (const id of waiting.item.task.blocker_ids) {
      const blocker = stands.get(id);
      if (!blocker) continue;
      if (isDrawn(blocker) || isDrawn(waiting)) links.push([blocker, waiting]);
    }
  }
  return links;
}

interface ArrowProps {
  blocker: Item;
  waiting: Item;
  path: string;
  tip: Point;
  broken: boolean;
}

const Arrow = memo(function Arrow({ blocker, waiting, path, tip, broken }: ArrowProps) {
  const text = useText();
  const { selection } = useChart();
  const [from, to] = [blocker.task.id, waiting.task.id];
  const selected = useSelected((now) => now?.kind === "arrow" && now.blockerId === from && now.taskId === to);
  const dimmed = useChain((chain) => chain !== null && !(chain.has(from) && chain.has(to)));
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
