import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { PendingState } from "./pending";
import type { PendingQueue } from "./pending-queue";

/**
 * Pending changes to lay over a screen's confirmed state, in the order made. The screen re-renders only for changes that concern it
 * (`concerns` must be stable). `isVisible` returns true if the confirmed state includes an accepted change.
 */
export function usePending<P extends PendingState>(
  queue: Pick<PendingQueue<P, never>, "changes" | "view" | "settle">,
  concerns: (pending: P) => boolean,
  isVisible: (pending: P) => boolean,
): readonly P[] {
  const last = useRef<readonly P[]>([]);
  const read = useCallback(() => {
    const own = queue.changes.value.filter(concerns);
    if (own.length !== last.current.length || own.some((pending, at) => pending !== last.current[at]))
      last.current = own;
    return last.current;
  }, [queue, concerns]);
  const changes = useSyncExternalStore(queue.changes.subscribe, read);
  const latest = useRef(isVisible);
  useLayoutEffect(() => queue.view((pending) => !concerns(pending) || latest.current(pending)), [queue, concerns]);
  useLayoutEffect(() => {
    latest.current = isVisible;
    queue.settle();
  });
  const open = changes.filter((pending) => pending.state !== "done" || !isVisible(pending));
  return open.length === changes.length ? changes : open;
}
