import { useCallback, useSyncExternalStore } from "react";
import type { Mark } from "./timeline.state";
import { useChart } from "./useTimeline";

/** What is told about bars beside their dates: changed by someone else just now, or waiting for the network. */
export function useBarStates(): (taskId: number) => Mark | null {
  const { store } = useChart();
  const state = useSyncExternalStore(
    useCallback(
      (changed) => {
        const subscription = store.state$.subscribe(changed);
        return () => subscription.unsubscribe();
      },
      [store],
    ),
    () => store.marks,
  );
  return (taskId) => state.get(taskId) ?? null;
}
