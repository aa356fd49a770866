import { useEffect, useRef } from "react";
import { type DragGrip, timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { useText } from "../../platform/intl/useText";
import type { DragController, DraggedTask, DragState } from "./timeline.drag-state";
import { type PendingBarsScope, useSpanText } from "./usePendingBars";

/** Pause in ms after the last keyboard step before the position is sent. */
const restMs = 800;

/** Moves a bar by keyboard in steps and drops it after a pause. */
export function useBarSteps(
  scope: Pick<PendingBarsScope, "week" | "say"> & { holder: DragController },
  drop: (hand: DragState | null) => void,
) {
  const text = useText();
  const words = useSpanText(scope);
  const { holder, say } = scope;
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => void (rest.current && clearTimeout(rest.current)), []);

  const finish = (keep: boolean) => {
    if (rest.current) clearTimeout(rest.current);
    rest.current = null;
    if (holder.drag$.value?.by !== "keyboard") return;
    const drag = holder.release();
    if (keep) drop(drag);
    else if (drag) say(text("timeline.said.back", { key: drag.task.key }));
  };

  /** `onRest` runs before the drop that follows the last step. */
  const carry = (
    { task, project, others }: Pick<DragState, "task" | "project"> & { others: readonly DraggedTask[] },
    grip: DragGrip,
    days: number,
    onRest: () => void,
  ) => {
    // An end can be moved only for a single bar, so a move of several bars is finished first.
    if (grip !== "move" && (holder.drag$.value?.others.length ?? 0) > 0) finish(true);
    if (holder.drag$.value?.task.id !== task.id)
      holder.take(task, project, "keyboard", grip, timelineSpanOf(task), others);
    holder.step(grip, days);
    const drag = holder.drag$.value;
    if (drag?.span)
      say(text(drag.outside ? "timeline.said.outside" : "timeline.said.over", { when: words(drag.span) }));
    if (rest.current) clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      onRest();
      finish(true);
    }, restMs);
  };

  return { carry, finish };
}
