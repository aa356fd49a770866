import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { taskOf } from "../../shared/tasks/tasks.board";
import { BarDrag } from "./bar.drag";
import type { Hold } from "./timeline.hand";
import { planById } from "./timeline.state";
import { usePendingBars } from "./usePendingBars";
import type { ChartScope } from "./useTimeline";

const holds: readonly string[] = ["start", "end", "link", "place"] satisfies Hold[];

/** What a press on the chart takes into the hand: `data-bar` or `data-undated` says which task, `data-grip` by what. */
export function useBarPointer(scroller: RefObject<HTMLDivElement | null>, scope: ChartScope) {
  const { drop } = usePendingBars(scope);
  const { holder, range, dayWidth } = scope;
  const [drag] = useState(() => new BarDrag());
  useEffect(() => {
    drag.scene = { holder, first: range.first, dayWidth, drop };
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
    const task = plan && taskOf(plan.drawn, Number(dataset.bar ?? dataset.undated));
    if (!plan?.facts.can.edit || !task) return;
    const grip = target.closest<HTMLElement>("[data-grip]")?.dataset.grip ?? "";
    const hold = bar ? (holds.includes(grip) ? (grip as Hold) : "move") : "place";
    const { clientX: x, clientY: y, pointerId, pointerType } = event;
    // A mouse would select the words it passes.
    if (pointerType === "mouse" && !bar) event.preventDefault();
    drag.down({ x, y, pointerId, pointerType, task, project: plan.facts, hold });
  };
  return { onPointerDown };
}
