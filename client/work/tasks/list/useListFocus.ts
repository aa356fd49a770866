import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { cellIdOf } from "./list.context";
import { type ListRows, taskIdOfRowKey } from "./list.rows";

export interface ActiveCell {
  key: string;
  index: number;
  /** Column index: 0 is the checkbox, 1 the first column. Ignored by rows without columns. */
  column: number;
  editing: boolean;
  /** Character that started editing; replaces the present value. */
  typed?: string;
}

interface FocusOptions {
  rows: ListRows;
  columnCount: number;
  grid: RefObject<HTMLElement | null>;
  scrollTo: (index: number) => void;
}

/** Focused cell, tracked by row key so that it follows its row when rows above change. */
export function useListFocus({ rows, columnCount, grid, scrollTo }: FocusOptions) {
  const [cell, setCell] = useState<ActiveCell>({ key: "", index: 0, column: 2, editing: false });
  const shouldFocus = useRef(false);
  const within = useRef(false);

  // Follows a row that moved, even to another group. If the row was removed, the row now at its index is focused.
  const currentRow = rows.at(cell.index);
  if (currentRow?.key !== cell.key && rows.count > 0) {
    const own = rows.indexOf(cell.key);
    const found = own >= 0 ? own : rows.indexOfTask(taskIdOfRowKey(cell.key));
    const index = found >= 0 ? found : Math.min(cell.index, rows.count - 1);
    setCell({ ...cell, index, key: rows.at(index)?.key ?? "", editing: found >= 0 && cell.editing });
  }

  const goTo = useCallback(
    (index: number, column: number, editing = false, typed?: string) => {
      const at = Math.max(0, Math.min(index, rows.count - 1));
      const key = rows.at(at)?.key;
      if (key === undefined) return;
      shouldFocus.current = true;
      setCell({ key, index: at, column: Math.max(0, Math.min(column, columnCount)), editing, typed });
    },
    [rows, columnCount],
  );

  useLayoutEffect(() => {
    const element = document.getElementById(cellIdOf(cell.key, rows.at(cell.index)?.kind === "task" ? cell.column : 0));
    if (shouldFocus.current) {
      shouldFocus.current = false;
      scrollTo(cell.index);
      if (!cell.editing) element?.focus({ preventScroll: true });
    } else if (within.current && document.activeElement === document.body) {
      scrollTo(cell.index);
      element?.focus({ preventScroll: true }); // the focused element was removed
    }
  }, [cell, rows, scrollTo]);

  /** A click, or focus returned by the panel, also selects a cell. */
  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      within.current = true;
      const element = event.target.closest<HTMLElement>("[data-row-key]");
      const key = element?.dataset.rowKey;
      if (!element || key === undefined || !grid.current?.contains(element)) return;
      const column = Number(element.dataset.column ?? -1);
      setCell((now) => {
        if (now.key === key && (column < 0 || now.column === column)) return now;
        return { key, index: rows.indexOf(key), column: column < 0 ? now.column : column, editing: false };
      });
    },
    [rows, grid],
  );
  const onBlur = useCallback((event: FocusEvent<HTMLElement>) => {
    // Without a related target the focus didn't move: the element was removed or the window lost focus.
    if (event.relatedTarget) within.current = event.currentTarget.contains(event.relatedTarget);
  }, []);
  return { cell, setCell, goTo, onFocus, onBlur };
}
