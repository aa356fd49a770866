import { useEffect, useRef } from "react";
import { undoMs } from "../../ui/toast/toast";
import type { DragController } from "./timeline.drag-state";

/**
 * Rows keep their order during a drag, for some seconds after the drop, and while the pointer or the focus stays in the chart. Returns the
 * function to call when the pointer or the focus leaves the chart.
 */
export function useStableRows(holder: DragController, onHold: (held: boolean) => void): () => void {
  const away = useRef(false);
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    let held = false;
    const hands = holder.hand$.subscribe((hand) => {
      if (hand) {
        if (resting.current) clearTimeout(resting.current);
        resting.current = null;
        away.current = false;
        onHold(true);
      } else if (held) {
        resting.current = setTimeout(() => {
          resting.current = null;
          if (away.current) onHold(false);
        }, undoMs);
      }
      held = hand !== null;
    });
    return () => {
      hands();
      if (resting.current) clearTimeout(resting.current);
    };
  }, [holder, onHold]);
  return () => {
    away.current = true;
    if (!holder.hand$.value && !resting.current) onHold(false);
  };
}
