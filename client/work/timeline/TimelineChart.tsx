import { Store } from "../../platform/store";
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import { taskById } from "../../../shared/work/tasks/tasks.board";
import { dayWidths, dayWindowOf } from "../../../shared/work/timeline/timeline.axis.rules";
import { dayNumber } from "../../../shared/kernel/day-number";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { useWeek, currentWeekSettings } from "../../platform/week";
import { DependencyArrows } from "./DependencyArrows";
import classes from "./TimelineChart.module.css";
import { ChartHead } from "./ChartHead";
import { ChartRow } from "./ChartRow";
import { DragController } from "./timeline.drag-state";
import { NoteAnchor, NotePopover } from "./NotePopover";
import type { TimelineRow } from "./timeline.rows";
import { TimelineSelection } from "./timeline.selection";
import { type ProjectPlan, planTasks } from "./timeline.state";
import type { TimelineStore } from "./timeline.store";
import { useBarKeys } from "./useBarKeys";
import { useBarPointer } from "./useBarPointer";
import { axisWidth, rowHeight, useChartWindow } from "./useChartWindow";
import { useStableRows } from "./useStableRows";
import { ChartContext, type ChartScope } from "./useTimeline";
import { useTimelineView } from "./useTimelineView";

export interface ChartControls {
  scrollBy(days: number): void;
  toToday(): void;
}

interface ChartProps {
  store: TimelineStore;
  plans: readonly ProjectPlan[];
  rows: readonly TimelineRow[];
  onToggle: (key: string) => void;
  controls: RefObject<ChartControls | null>;
  say: (text: string) => void;
  openTask: (projectId: number, taskId: number) => void;
  /** Called with true while rows must keep their positions although their dates change. */
  onHold: (held: boolean) => void;
}

/** Bars in rows under an axis of days. Only visible rows and days are rendered, with a margin. */
export function TimelineChart({ store, plans, rows, onToggle, controls, say, openTask, onHold }: ChartProps) {
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const scope = useScope({ store, plans, say, openTask });
  const { range, dayWidth, week, today } = scope;
  const window = useChartWindow(scroller, rows.length, scope);
  useScrolling(scroller, scope, controls);
  useCancelDeletedDrag(scope, plans);
  const { holder } = scope;
  const letGo = useStableRows(holder, onHold);
  const pointer = useBarPointer(scroller, scope);
  const keys = useBarKeys(scroller, scope, rows);
  const visibleRows = useMemo(
    () => rows.slice(window.firstRow, window.lastRow + 1),
    [rows, window.firstRow, window.lastRow],
  );
  const tabStop = keys.tabStop(visibleRows);
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
          className={`${classes.scroller} time-axis`}
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
              <DependencyArrows rows={rows} window={window} />
              <NoteAnchor rows={rows} />
            </div>
            <div role="list" aria-label={text("timeline.rows")}>
              {visibleRows.map((row, at) => (
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

/** Ends the drag of a task that another user removes. */
function useCancelDeletedDrag({ holder, say }: ChartScope, plans: readonly ProjectPlan[]): void {
  const text = useText();
  useEffect(() => {
    const task = holder.drag$.value?.task;
    if (!task || plans.some(({ drawn }) => taskById(drawn, task.id))) return;
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
  const [holder] = useState(() => new DragController(() => currentWeekSettings().weekend));
  const [selection] = useState(() => new TimelineSelection());
  const [sight$] = useState(() => new Store<readonly [number, number]>([today, today]));
  const { first, last } = useMemo(() => dayWindowOf(daysOf(plans), today, week.first), [plans, today, week.first]);
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

function* daysOf(plans: readonly ProjectPlan[]): Generator<number> {
  for (const plan of plans) {
    const { start_date, end_date } = plan.facts;
    const own = planTasks(plan).flatMap((task) => [task.start_date, task.due_date]);
    for (const day of [start_date, end_date, ...own]) if (day !== null) yield dayNumber(day);
  }
}

/** Weekend stripes as a repeating gradient; the axis starts at the beginning of a week. */
function weekendOf(week: ChartScope["week"], first: number): string {
  const stops = Array.from({ length: 7 }, (_, at) => {
    const off = week.weekend.includes((((first + at + 4) % 7) + 7) % 7);
    return `${off ? "var(--off)" : "transparent"} calc(var(--day) * ${at}) calc(var(--day) * ${at + 1})`;
  });
  return stops.join();
}

/** Scroll position: initially today; a change of scale keeps the same day in the center. */
function useScrolling(
  scroller: RefObject<HTMLDivElement | null>,
  scope: ChartScope,
  controls: RefObject<ChartControls | null>,
) {
  const { dayWidth, range, today } = scope;
  const previousScale = useRef<{ dayWidth: number; first: number } | null>(null);
  const toDay = (day: number, share: number, behavior: ScrollBehavior) => {
    const element = scroller.current;
    if (!element) return;
    const room = axisWidth(element);
    const offset = Math.max(0, (day - range.first) * dayWidth - room * share);
    element.scrollTo({ left: offset, behavior });
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    const previous = previousScale.current;
    previousScale.current = { dayWidth, first: range.first };
    if (!element) return;
    if (!previous) toDay(today, 0.28, "instant");
    else if (previous.dayWidth !== dayWidth || previous.first !== range.first) {
      // Today keeps its position on the screen if visible, otherwise the center day does.
      const room = axisWidth(element);
      const left = element.scrollLeft;
      const ofToday = ((today + 0.5 - previous.first) * previous.dayWidth - left) / room;
      if (ofToday >= 0 && ofToday <= 1) toDay(today + 0.5, ofToday, "instant");
      else toDay(previous.first + (left + room / 2) / previous.dayWidth, 0.5, "instant");
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a change of scale or axis start moves the scroll position
  }, [dayWidth, range.first]);
  useImperativeHandle(controls, () => ({
    scrollBy: (days) => scroller.current?.scrollBy({ left: days * dayWidth, behavior: "smooth" }),
    toToday: () => toDay(today, 0.28, "smooth"),
  }));
}
