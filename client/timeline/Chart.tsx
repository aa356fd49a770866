import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import { BehaviorSubject } from "rxjs";
import { taskOf } from "../../shared/tasks/tasks.board";
import { dayWidths, rangeOf } from "../../shared/timeline/timeline.axis.rules";
import { dayNumber } from "../../shared/timeline/timeline.days.rules";
import { useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { useWeek, weekNow } from "../platform/week";
import { Arrows } from "./Arrows";
import classes from "./Chart.module.css";
import { ChartHead } from "./ChartHead";
import { ChartRow } from "./ChartRow";
import { HandHolder } from "./timeline.hand";
import { NoteAnchor, NotePopover } from "./NotePopover";
import type { Row } from "./timeline.rows";
import { Selection } from "./timeline.selection";
import { type Plan, tasksOf } from "./timeline.state";
import type { TimelineStore } from "./timeline.store";
import { useBarKeys } from "./useBarKeys";
import { useBarPointer } from "./useBarPointer";
import { axisWidth, isRtl, rowHeight, useChartWindow } from "./useChartWindow";
import { ChartContext, type ChartScope } from "./useTimeline";
import { useTimelineView } from "./useTimelineView";

/** What the buttons above the chart do with it. */
export interface ChartControls {
  /** By so many days; on the screen, forwards is where later is. */
  scrollBy(days: number): void;
  toToday(): void;
}

interface ChartProps {
  store: TimelineStore;
  plans: readonly Plan[];
  rows: readonly Row[];
  onToggle: (key: string) => void;
  controls: RefObject<ChartControls | null>;
  say: (text: string) => void;
  openTask: (projectId: number, taskId: number) => void;
  /** Something is in the hand, or was: rows stay where they are until the pointer and the focus are elsewhere. */
  onHold: (held: boolean) => void;
}

/** Rows of bars under an axis of days. Only what is in sight, and a little around it, is drawn. */
export function Chart({ store, plans, rows, onToggle, controls, say, openTask, onHold }: ChartProps) {
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const scope = useScope({ store, plans, say, openTask });
  const { range, dayWidth, week, today } = scope;
  const window = useChartWindow(scroller, rows.length, scope);
  useScrolling(scroller, scope, controls);
  useGone(scope, plans);
  const { holder } = scope;
  useEffect(() => {
    const held = holder.hand$.subscribe((hand) => hand && onHold(true));
    return () => held.unsubscribe();
  }, [holder, onHold]);
  const letGo = () => !holder.hand$.value && onHold(false);
  const pointer = useBarPointer(scroller, scope);
  const keys = useBarKeys(scroller, scope, rows);
  const shown = useMemo(() => rows.slice(window.firstRow, window.lastRow + 1), [rows, window.firstRow, window.lastRow]);
  const tabStop = keys.tabStop(shown);
  const days = range.last - range.first + 1;
  const style = {
    "--day": `${dayWidth}px`,
    "--days": days,
    "--today": today - range.first,
    "--weekend": weekendOf(week, range.first),
  } as React.CSSProperties;
  return (
    <ChartContext value={scope}>
      <NotePopover rows={rows}>
        <div
          ref={scroller}
          className={classes.scroller}
          style={style}
          data-timeline
          data-zoom={scope.zoom}
          role="group"
          aria-label={text("timeline.label")}
          tabIndex={-1}
          onKeyDown={keys.onKeyDown}
          onBlur={(event) => {
            keys.onBlur(event);
            if (!event.currentTarget.contains(event.relatedTarget)) letGo();
          }}
          onPointerLeave={letGo}
          onFocus={keys.onFocus}
          onClick={(event) =>
            !(event.target as HTMLElement).closest("[data-bar], [data-arrow]") && scope.selection.select(null)
          }
          {...pointer}
        >
          <ChartHead window={window} />
          <div className={classes.body} style={{ blockSize: rows.length * rowHeight }}>
            <div className={classes.canvas} data-canvas>
              <i className={classes.today} aria-hidden />
              <Arrows rows={rows} window={window} />
              <NoteAnchor rows={rows} />
            </div>
            <div role="list" aria-label={text("timeline.rows")}>
              {shown.map((row, at) => (
                <ChartRow
                  key={row.key}
                  row={row}
                  at={window.firstRow + at}
                  firstDay={window.firstDay}
                  lastDay={window.lastDay}
                  tabStop={tabStop}
                  onToggle={onToggle}
                />
              ))}
            </div>
          </div>
        </div>
      </NotePopover>
      <p id="timeline-keys" className="sr-only">
        {text("timeline.keys")}
      </p>
    </ChartContext>
  );
}

/** What is taken away by someone else while it is in the hand leaves the hand. */
function useGone({ holder, say }: ChartScope, plans: readonly Plan[]): void {
  const text = useText();
  useEffect(() => {
    const task = holder.hand$.value?.task;
    if (!task || plans.some(({ drawn }) => taskOf(drawn, task.id))) return;
    holder.release();
    say(text("timeline.said.gone", { key: task.key }));
  }, [holder, say, text, plans]);
}

function useScope({
  store,
  plans,
  say,
  openTask,
}: Pick<ChartProps, "store" | "plans" | "say" | "openTask">): ChartScope {
  const { view } = useTimelineView();
  const week = useWeek();
  const today = dayNumber(useToday());
  const [holder] = useState(() => new HandHolder(() => weekNow().weekend));
  const [selection] = useState(() => new Selection());
  const [sight$] = useState(() => new BehaviorSubject<readonly [number, number]>([today, today]));
  const { first, last } = useMemo(() => rangeOf(daysOf(plans), today, week.first), [plans, today, week.first]);
  return useMemo(
    () => ({
      store,
      holder,
      selection,
      range: { first, last },
      zoom: view.zoom,
      dayWidth: dayWidths[view.zoom],
      week,
      today,
      sight$,
      say,
      openTask,
    }),
    [store, holder, selection, first, last, view.zoom, week, today, sight$, say, openTask],
  );
}

function* daysOf(plans: readonly Plan[]): Generator<number> {
  for (const plan of plans) {
    const { start_date, end_date } = plan.facts;
    const own = tasksOf(plan).flatMap((task) => [task.start_date, task.due_date]);
    for (const day of [start_date, end_date, ...own]) if (day !== null) yield dayNumber(day);
  }
}

/** The stripes of a week, as a gradient that repeats: the axis begins with a week. */
function weekendOf(week: ChartScope["week"], first: number): string {
  const stops = Array.from({ length: 7 }, (_, at) => {
    const off = week.weekend.includes((((first + at + 4) % 7) + 7) % 7);
    return `${off ? "var(--off)" : "transparent"} calc(var(--day) * ${at}) calc(var(--day) * ${at + 1})`;
  });
  return stops.join();
}

/** Where one is on the axis: today at first; the same day in the middle when the scale changes. */
function useScrolling(
  scroller: RefObject<HTMLDivElement | null>,
  scope: ChartScope,
  controls: RefObject<ChartControls | null>,
) {
  const { dayWidth, range, today } = scope;
  const shown = useRef<{ dayWidth: number; first: number } | null>(null);
  const toDay = (day: number, share: number, behavior: ScrollBehavior) => {
    const element = scroller.current;
    if (!element) return;
    const room = axisWidth(element);
    const offset = Math.max(0, (day - range.first) * dayWidth - room * share);
    element.scrollTo({ left: isRtl(element) ? -offset : offset, behavior });
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = shown.current;
    shown.current = { dayWidth, first: range.first };
    if (!element) return;
    if (!before) toDay(today, 0.28, "instant");
    else if (before.dayWidth !== dayWidth || before.first !== range.first) {
      // Today stays where it is on the screen, if one sees it; else the day in the middle does.
      const room = axisWidth(element);
      const left = Math.abs(element.scrollLeft);
      const ofToday = ((today + 0.5 - before.first) * before.dayWidth - left) / room;
      if (ofToday >= 0 && ofToday <= 1) toDay(today + 0.5, ofToday, "instant");
      else toDay(before.first + (left + room / 2) / before.dayWidth, 0.5, "instant");
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another scale or beginning moves what one looks at
  }, [dayWidth, range.first]);
  useImperativeHandle(controls, () => ({
    scrollBy: (days) => {
      const element = scroller.current;
      element?.scrollBy({ left: (isRtl(element) ? -1 : 1) * days * dayWidth, behavior: "smooth" });
    },
    toToday: () => toDay(today, 0.28, "smooth"),
  }));
}
