import { useLayoutEffect, useMemo, useRef } from "react";
import type { Select } from "../board/useSelect";
import { taskOfKey } from "./list.rows";
import type { ListSelection } from "./useListSelection";

/** What is ticked in the list, for the keys and menus that board and list have in common. Always the same object. */
export function useListSelect(selection: ListSelection, order: () => readonly number[]): Select {
  const latest = useRef({ selection, order });
  useLayoutEffect(() => {
    latest.current = { selection, order };
  });
  return useMemo<Select>(() => {
    const now = () => latest.current;
    const keyOf = (id: number) =>
      document.querySelector<HTMLElement>(`[data-task="${id}"] [data-row-key]`)?.dataset.rowKey ?? String(id);
    const toggle = (id: number): void => {
      if (id > 0) now().selection.toggle(id, keyOf(id)); // the server doesn't know the others yet
    };
    return {
      toggle,
      through: (id) => {
        const { selection, order } = now();
        const shown = order().filter((one) => one > 0);
        const anchor = selection.anchor === null ? -1 : shown.indexOf(taskOfKey(selection.anchor));
        const to = shown.indexOf(id);
        if (anchor < 0 || to < 0) return toggle(id);
        const [from, end] = [Math.min(anchor, to), Math.max(anchor, to)];
        selection.mark(shown.slice(from, end + 1), true, selection.anchor ?? undefined);
      },
      clear: () => now().selection.clear(),
      ids: () => [...now().selection.ids],
    };
  }, []);
}
