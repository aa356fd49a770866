import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { taskOf } from "../../shared/tasks/tasks.board";
import { type Grip, spanOf } from "../../shared/timeline/timeline.span.rules";
import { useText } from "../platform/intl/useText";
import type { Row } from "./timeline.rows";
import { planById } from "./timeline.state";
import { usePendingBars, useSpanWords } from "./usePendingBars";
import { isRtl, rowHeight } from "./useChartWindow";
import type { ChartScope } from "./useTimeline";

/** Steps are gathered: what is sent is where the bar stands when the keys have rested. */
const restMs = 800;

/** The bar that has the focus, as a row and its task: in rows of several people a task may stand more than once. */
interface Stop {
  rowKey: string;
  taskId: number;
}

/**
 * The keyboard's way through the chart: arrows across a bar move it by a day (with Shift its end, with Alt and Shift
 * its beginning), up and down go to the bars above and below, Enter opens the task, Space its note.
 */
export function useBarKeys(scroller: RefObject<HTMLDivElement | null>, scope: ChartScope, rows: readonly Row[]) {
  const text = useText();
  const words = useSpanWords(scope);
  const { drop } = usePendingBars(scope);
  const [stop, setStop] = useState<Stop | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  const wanted = useRef<Stop | null>(null);

  const finish = (keep: boolean) => {
    if (rest.current) clearTimeout(rest.current);
    rest.current = null;
    if (scope.holder.hand$.value?.by !== "keyboard") return;
    const hand = scope.holder.release();
    if (keep) drop(hand);
    else if (hand) scope.say(text("timeline.said.back", { key: hand.task.key }));
  };
  useEffect(() => () => void (rest.current && clearTimeout(rest.current)), []);

  // A bar that is in another row now, or has just come into sight, keeps or takes the focus.
  useLayoutEffect(() => {
    const to = wanted.current;
    if (!to || !scroller.current) return;
    const bar = findBar(scroller.current, to);
    if (!bar) return;
    wanted.current = null;
    if (document.activeElement !== bar) bar.focus({ preventScroll: true });
    bar.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const step = (bar: Stop, projectId: number, grip: Grip, days: number) => {
    const { holder, store } = scope;
    const plan = planById(store.state$.value, projectId);
    const task = plan && taskOf(plan.drawn, bar.taskId);
    if (!plan || !task) return;
    if (!plan.facts.can.edit) return scope.say(text("timeline.said.readOnly"));
    if (holder.hand$.value?.task.id !== task.id) holder.take(task, plan.facts, "keyboard", grip, spanOf(task));
    holder.step(grip, days);
    const hand = holder.hand$.value;
    if (hand?.span)
      scope.say(text(hand.outside ? "timeline.said.outside" : "timeline.said.over", { when: words(hand.span) }));
    if (rest.current) clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      wanted.current = bar;
      finish(true);
    }, restMs);
  };

  const walk = (from: Stop, by: 1 | -1) => {
    const at = rows.findIndex(({ key }) => key === from.rowKey);
    for (let next = at + by; rows[next]; next += by) {
      const row = rows[next] as Row;
      const task = row.kind === "task" ? row.item.task : row.kind === "lane" ? row.items[0]?.task : undefined;
      if (!task) continue;
      wanted.current = { rowKey: row.key, taskId: task.id };
      setStop(wanted.current);
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
      step(bar, projectId, grip, isRtl(element) ? -across : across);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      finish(true);
      walk(bar, event.key === "ArrowUp" ? -1 : 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      finish(true);
      scope.openTask(projectId, bar.taskId);
    } else if (event.key === "Escape" && scope.holder.hand$.value?.by === "keyboard") {
      event.stopPropagation();
      finish(false);
    } else if (event.key === "Escape") scope.selection.select(null);
  };

  /** Whoever goes elsewhere has let go. */
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const to = event.relatedTarget as HTMLElement | null;
    if (to?.closest("[data-bar]") !== (event.target as HTMLElement).closest("[data-bar]")) finish(true);
  };

  /** One bar of the chart is in the tab order: the last one that had the focus, else the first in sight. */
  const tabStop = (shown: readonly Row[]): Stop | null => {
    if (stop && shown.some(({ key }) => key === stop.rowKey)) return stop;
    for (const row of shown) {
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

/** Brings a row into sight that may not be drawn yet. */
function reveal(element: HTMLElement | null, row: number): void {
  if (!element) return;
  const top = row * rowHeight;
  const room = element.clientHeight - 2 * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + room) element.scrollTop = top + rowHeight - room;
}
