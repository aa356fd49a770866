import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { cellIdOf } from "./list.context";
import { type ListRows, taskOfKey } from "./list.rows";

/** The cell that takes the keys. */
export interface ActiveCell {
  /** Of its row. */
  key: string;
  index: number;
  /** 0 is the tick, then the columns. Rows without columns don't mind. */
  column: number;
  editing: boolean;
}

interface FocusOptions {
  rows: ListRows;
  columnCount: number;
  grid: RefObject<HTMLElement | null>;
  scrollTo: (index: number) => void;
}

/** Where the keys are. The cell is remembered by its row, so that it goes along when others change what is above it. */
export function useListFocus({ rows, columnCount, grid, scrollTo }: FocusOptions) {
  const [cell, setCell] = useState<ActiveCell>({ key: "", index: 0, column: 2, editing: false });
  const wanted = useRef(false);
  const within = useRef(false);

  // Its row has moved, also to another group; or it is gone: then the one that stands there now.
  const shown = rows.at(cell.index);
  if (shown?.key !== cell.key && rows.count > 0) {
    const own = rows.indexOf(cell.key);
    const found = own >= 0 ? own : rows.indexOfTask(taskOfKey(cell.key));
    const index = found >= 0 ? found : Math.min(cell.index, rows.count - 1);
    setCell({ ...cell, index, key: rows.at(index)?.key ?? "", editing: found >= 0 && cell.editing });
  }

  const goTo = useCallback(
    (index: number, column: number, editing = false) => {
      const at = Math.max(0, Math.min(index, rows.count - 1));
      const key = rows.at(at)?.key;
      if (key === undefined) return;
      wanted.current = true;
      setCell({ key, index: at, column: Math.max(0, Math.min(column, columnCount)), editing });
    },
    [rows, columnCount],
  );

  useLayoutEffect(() => {
    const element = document.getElementById(cellIdOf(cell.key, rows.at(cell.index)?.kind === "task" ? cell.column : 0));
    if (wanted.current) {
      wanted.current = false;
      scrollTo(cell.index);
      if (!cell.editing) element?.focus({ preventScroll: true });
    } else if (within.current && document.activeElement === document.body) {
      scrollTo(cell.index);
      element?.focus({ preventScroll: true }); // what had the focus is gone
    }
  }, [cell, rows, scrollTo]);

  /** A click, or the panel that gives the focus back, chooses a cell as well. */
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
    // Without a target it went nowhere: its element was taken away, or another window is in front.
    if (event.relatedTarget) within.current = event.currentTarget.contains(event.relatedTarget);
  }, []);
  return { cell, setCell, goTo, onFocus, onBlur };
}
