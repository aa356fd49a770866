import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { taskById } from "../../../shared/work/tasks/tasks.board";
import { type DragGrip } from "../../../shared/work/timeline/timeline.span.rules";
import { useText } from "../../platform/intl/useText";
import type { TimelineRow } from "./timeline.rows";
import { planById } from "./timeline.state";
import { useBarSteps } from "./useBarSteps";
import { usePendingBars } from "./usePendingBars";
import { rowHeight } from "./useChartWindow";
import { jointlyMovedTasks } from "./timeline.joint-moves";
import type { ChartScope } from "./useTimeline";

/** The focused bar by row and task, because a task may be in several rows. */
interface Stop {
  rowKey: string;
  taskId: number;
}

/**
 * Keyboard control of the chart: horizontal arrows move a bar by a day (with Shift its end, with Alt+Shift its start), vertical arrows
 * focus the bar above or below, Enter opens the task, Space its popover.
 */
export function useBarKeys(
  scroller: RefObject<HTMLDivElement | null>,
  scope: ChartScope,
  rows: readonly TimelineRow[],
) {
  const text = useText();
  const { drop } = usePendingBars(scope);
  const [stop, setStop] = useState<Stop | null>(null);
  const pendingFocus = useRef<Stop | null>(null);

  const { carry, finish } = useBarSteps(scope, drop);

  useLayoutEffect(() => {
    const to = pendingFocus.current;
    if (!to || !scroller.current) return;
    const bar = findBar(scroller.current, to);
    if (!bar) return;
    pendingFocus.current = null;
    if (document.activeElement !== bar) bar.focus({ preventScroll: true });
    bar.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const step = (bar: Stop, projectId: number, grip: DragGrip, days: number) => {
    const plan = planById(scope.store.state$.value, projectId);
    const task = plan && taskById(plan.drawn, bar.taskId);
    if (!plan || !task) return;
    if (!plan.facts.can.edit) return scope.say(text("timeline.said.readOnly"));
    carry({ task, project: plan.facts, others: jointlyMovedTasks(scope, task, grip) }, grip, days, () => {
      pendingFocus.current = bar;
    });
  };

  const walk = (from: Stop, by: 1 | -1) => {
    const at = rows.findIndex(({ key }) => key === from.rowKey);
    for (let next = at + by; rows[next]; next += by) {
      const row = rows[next] as TimelineRow;
      const task = row.kind === "task" ? row.item.task : row.kind === "lane" ? row.items[0]?.task : undefined;
      if (!task) continue;
      pendingFocus.current = { rowKey: row.key, taskId: task.id };
      setStop(pendingFocus.current);
      reveal(scroller.current, next);
      return;
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = (event.target as HTMLElement).closest<HTMLElement>("[data-bar]");
    if (!element) return;
    const bar = { rowKey: element.dataset.row ?? "", taskId: Number(element.dataset.bar) };
    const projectId = Number(element.dataset.project);
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (across) {
      event.preventDefault();
      const grip = event.shiftKey ? (event.altKey ? "start" : "end") : "move";
      step(bar, projectId, grip, across);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      finish(true);
      walk(bar, event.key === "ArrowUp" ? -1 : 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      finish(true);
      scope.openTask(projectId, bar.taskId);
    } else if (event.key === "x" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      finish(true);
      scope.say(text("timeline.said.together", { count: scope.selection.toggleTogether(projectId, bar.taskId) }));
    } else if (event.key === "Escape" && scope.holder.drag$.value?.by === "keyboard") {
      event.stopPropagation();
      finish(false);
    } else if (event.key === "Escape") scope.selection.select(null);
  };

  /** Moving the focus elsewhere drops the bar. */
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const to = event.relatedTarget as HTMLElement | null;
    if (to?.closest("[data-bar]") !== (event.target as HTMLElement).closest("[data-bar]")) finish(true);
  };

  /** Only one bar is in the tab order: the last focused one, otherwise the first visible one. */
  const tabStop = (visibleRows: readonly TimelineRow[]): Stop | null => {
    if (stop && visibleRows.some(({ key }) => key === stop.rowKey)) return stop;
    for (const row of visibleRows) {
      if (row.kind === "task") return { rowKey: row.key, taskId: row.item.task.id };
      const first = row.kind === "lane" ? row.items[0] : undefined;
      if (first) return { rowKey: row.key, taskId: first.task.id };
    }
    return null;
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const bar = (event.target as HTMLElement).closest<HTMLElement>("[data-bar]");
    if (bar) setStop({ rowKey: bar.dataset.row ?? "", taskId: Number(bar.dataset.bar) });
  };
  return { onKeyDown, onBlur, onFocus, tabStop };
}

function findBar(element: HTMLElement, { rowKey, taskId }: Stop): HTMLElement | null {
  const bars = element.querySelectorAll<HTMLElement>(`[data-bar="${taskId}"]`);
  return [...bars].find((bar) => bar.dataset.row === rowKey) ?? bars[0] ?? null;
}

function reveal(element: HTMLElement | null, row: number): void {
  if (!element) return;
  const top = row * rowHeight;
  const room = element.clientHeight - 2 * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + room) element.scrollTop = top + rowHeight - room;
}
