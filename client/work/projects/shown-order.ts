import { useEffect, useMemo } from "react";
import { Store, useStore } from "../../platform/store";

/** Task ids from top to bottom, computed on demand. */
type ShownOrder = () => readonly number[];

const orders$ = new Store<readonly ShownOrder[]>([]);

/** Makes previous and next in the task panel follow this list while it is mounted. `order` must change with the list. */
export function useShownOrder(order: ShownOrder): void {
  useEffect(() => {
    orders$.set([...orders$.value, order]);
    return () => orders$.set(orders$.value.filter((one) => one !== order));
  }, [order]);
}

/** Like `useShownOrder`, for a list whose ids are known. A task that is named several times counts once. */
export function useShownTasks(ids: readonly number[]): void {
  const text = ids.join();
  const order = useMemo<ShownOrder>(() => {
    const once = text === "" ? [] : [...new Set(text.split(",").map(Number))];
    return () => once;
  }, [text]);
  useShownOrder(order);
}

/** Returns the list behind the panel, which is the last opened list on the screen that contains the task. */
export function useTasksAround(taskId: number): readonly number[] {
  const orders = useStore(orders$);
  const surroundingIds = orders.map((order) => order()).findLast((ids) => ids.includes(taskId)) ?? [];
  return surroundingIds.filter((id) => id > 0); // a task that is being created has no server id yet
}
