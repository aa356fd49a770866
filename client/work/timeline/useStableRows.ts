import { useEffect, useRef } from "react";
import { undoMs } from "../../ui/toast/toast";
import type { DragController } from "./timeline.drag-state";

/**
 * Rows keep their order during a drag, for some seconds after the drop, and while the pointer or the focus stays in the chart. Returns the
 * function to call when the pointer or the focus leaves the chart.
 */
export function useStableRows(holder: DragController, onHold: (isDragging: boolean) => void): () => void {
  const away = useRef(false);
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    let isDragging = false;
    const subscription = holder.drag$.subscribe((drag) => {
      if (drag) {
        if (resting.current) clearTimeout(resting.current);
        resting.current = null;
        away.current = false;
        onHold(true);
      } else if (isDragging) {
        resting.current = setTimeout(() => {
          resting.current = null;
          if (away.current) onHold(false);
        }, undoMs);
      }
      isDragging = drag !== null;
    });
    return () => {
      subscription();
      if (resting.current) clearTimeout(resting.current);
    };
  }, [holder, onHold]);
  return () => {
    away.current = true;
    if (!holder.drag$.value && !resting.current) onHold(false);
  };
}
