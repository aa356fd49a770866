import { type Store, useStorePart } from "../../platform/store";
import { createContext, useContext } from "react";
import type { DayWindow, Zoom } from "../../../shared/work/timeline/timeline.axis.rules";
import type { WeekSettings } from "../../../shared/kernel/week";
import type { DragState, DragController } from "./timeline.drag-state";
import type { SelectedItem, TimelineSelection } from "./timeline.selection";
import type { TimelineStore } from "./timeline.store";

export interface ChartScope {
  store: TimelineStore;
  holder: DragController;
  selection: TimelineSelection;
  range: DayWindow;
  zoom: Zoom;
  dayWidth: number;
  week: WeekSettings;
  /** Day number of today in the user's time zone. */
  today: number;
  /** First and last visible day, updated when scrolling pauses. */
  sight$: Store<readonly [first: number, last: number]>;
  say: (text: string) => void;
  openTask: (projectId: number, taskId: number) => void;
}

export const ChartContext = createContext<ChartScope | null>(null);

export function useChart(): ChartScope {
  const scope = useContext(ChartContext);
  if (!scope) throw new Error("There is no timeline around this.");
  return scope;
}

/** Selects a part of the current drag, so that a drag re-renders only one bar. */
export function useDragState<T>(select: (hand: DragState | null) => T): T {
  return useStorePart(useChart().holder.drag$, select);
}

export function useSelectedItem<T>(select: (selected: SelectedItem) => T): T {
  return useStorePart(useChart().selection.selected$, select);
}

export function useJointMoves<T>(select: (together: ReadonlyMap<number, number>) => T): T {
  return useStorePart(useChart().selection.together$, select);
}

export function useDependencyChain<T>(select: (chain: ReadonlySet<number> | null) => T): T {
  return useStorePart(useChart().selection.chain$, select);
}
