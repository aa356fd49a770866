import { useStorePart } from "../../platform/store";
import type { BarMark } from "./timeline.state";
import { useChart } from "./useTimeline";

export function useBarStates(): (taskId: number) => BarMark | null {
  const { store } = useChart();
  const marks = useStorePart(store.state$, () => store.marks);
  return (taskId) => marks.get(taskId) ?? null;
}
