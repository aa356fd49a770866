import { useLayoutEffect, useMemo, useRef } from "react";
import type { CardSelection } from "../board/useCardSelection";
import { taskIdOfRowKey } from "./list.rows";
import type { ListSelection } from "./useListSelection";

/** Selection of the list for keys and menus shared with the board. A stable object. */
export function useListSelect(selection: ListSelection, order: () => readonly number[]): CardSelection {
  const latest = useRef({ selection, order });
  useLayoutEffect(() => {
    latest.current = { selection, order };
  });
  return useMemo<CardSelection>(() => {
    const now = () => latest.current;
    const keyOf = (id: number) =>
      document.querySelector<HTMLElement>(`[data-task="${id}"] [data-row-key]`)?.dataset.rowKey ?? String(id);
    const toggle = (id: number): void => {
      if (id > 0) now().selection.toggle(id, keyOf(id)); // tasks with a temporary id aren't known to the server yet
    };
    return {
      toggle,
      through: (id) => {
        const { selection, order } = now();
        const visibleIds = order().filter((one) => one > 0);
        const anchor = selection.anchor === null ? -1 : visibleIds.indexOf(taskIdOfRowKey(selection.anchor));
        const to = visibleIds.indexOf(id);
        if (anchor < 0 || to < 0) return toggle(id);
        const [from, end] = [Math.min(anchor, to), Math.max(anchor, to)];
        selection.mark(visibleIds.slice(from, end + 1), true, selection.anchor ?? undefined);
      },
      clear: () => now().selection.clear(),
      ids: () => [...now().selection.ids],
    };
  }, []);
}
