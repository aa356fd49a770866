import { createContext, useContext, useSyncExternalStore } from "react";
import type { BehaviorSubject } from "rxjs";
import type { Range, Zoom } from "../../shared/timeline/timeline.axis.rules";
import type { Week } from "../platform/intl/week";
import type { Hand, HandHolder } from "./timeline.hand";
import type { Selected, Selection } from "./timeline.selection";
import type { TimelineStore } from "./timeline.store";

/** What everything in the chart shares, and what stays the same while one drags and scrolls. */
export interface ChartScope {
  store: TimelineStore;
  holder: HandHolder;
  selection: Selection;
  range: Range;
  zoom: Zoom;
  /** Pixels of a day. */
  dayWidth: number;
  week: Week;
  /** Day number of the reader's today. */
  today: number;
  /** The days in sight, first and last; follows when a scroll has come to rest. */
  sight$: BehaviorSubject<readonly [first: number, last: number]>;
  say: (text: string) => void;
  openTask: (projectId: number, taskId: number) => void;
}

export const ChartContext = createContext<ChartScope | null>(null);

export function useChart(): ChartScope {
  const scope = useContext(ChartContext);
  if (!scope) throw new Error("There is no timeline around this.");
  return scope;
}

/** What is in the hand, for who shows it: a bar asks only for itself, so that a drag draws one bar again. */
export function useHand<T>(select: (hand: Hand | null) => T): T {
  return useChosen(useChart().holder.hand$, select);
}

/** What is selected, asked for in the same way. */
export function useSelected<T>(select: (selected: Selected) => T): T {
  return useChosen(useChart().selection.selected$, select);
}

/** The chain that was asked for. */
export function useChain<T>(select: (chain: ReadonlySet<number> | null) => T): T {
  return useChosen(useChart().selection.chain$, select);
}

function useChosen<Value, T>(subject: BehaviorSubject<Value>, select: (value: Value) => T): T {
  return useSyncExternalStore(
    (changed) => {
      const subscription = subject.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    () => select(subject.value),
  );
}
