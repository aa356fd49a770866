import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { taskById } from "../../../shared/work/tasks/tasks.board";
import { BarDrag } from "./bar.drag";
import { jointlyMovedTasks } from "./timeline.joint-moves";
import type { DragKind } from "./timeline.drag-state";
import { planById } from "./timeline.state";
import { usePendingBars } from "./usePendingBars";
import type { ChartScope } from "./useTimeline";

const dragKinds: readonly string[] = ["start", "end", "link", "place"] satisfies DragKind[];

/** Starts drags in the chart: `data-bar` or `data-undated` identifies the task, `data-grip` the part that is dragged. */
export function useBarPointer(scroller: RefObject<HTMLDivElement | null>, scope: ChartScope) {
  const { drop } = usePendingBars(scope);
  const { holder, range, dayWidth } = scope;
  const [drag] = useState(() => new BarDrag());
  useEffect(() => {
    drag.scene = {
      holder,
      first: range.first,
      dayWidth,
      othersOf: (task, hold) => jointlyMovedTasks(scope, task, hold),
      drop,
    };
  });
  useEffect(() => (scroller.current ? drag.attach(scroller.current) : undefined), [drag, scroller]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const target = event.target as HTMLElement;
    const bar = target.closest<HTMLElement>("[data-bar]");
    const undated = target.closest<HTMLElement>("[data-undated]");
    const dataset = (bar ?? undated)?.dataset;
    if (!dataset) return;
    const plan = planById(scope.store.state$.value, Number(dataset.project));
    const task = plan && taskById(plan.drawn, Number(dataset.bar ?? dataset.undated));
    if (!plan?.facts.can.edit || !task) return;
    const grip = target.closest<HTMLElement>("[data-grip]")?.dataset.grip ?? "";
    const hold = bar ? (dragKinds.includes(grip) ? (grip as DragKind) : "move") : "place";
    const { clientX: x, clientY: y, pointerId, pointerType } = event;
    // Prevents text selection while dragging with a mouse.
    if (pointerType === "mouse" && !bar) event.preventDefault();
    drag.down({ x, y, pointerId, pointerType, task, project: plan.facts, hold });
  };
  return { onPointerDown };
}
