import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useFormat } from "../../../../platform/intl/useText";
import {
  parsePastedCells,
  isEmptyItem,
  cellAfterKey,
  type SheetColumn,
  type SheetItem,
  type CellPosition,
  removeRow,
  pasteCells,
  appendRow,
} from "./items.sheet";

const placeOf = (target: EventTarget): CellPosition | null => {
  const [row, column] = (target instanceof HTMLInputElement ? target.dataset["cell"] : undefined)?.split(" ") ?? [];
  return column ? { row: Number(row), column: column as SheetColumn } : null;
};

/** The left and right arrow keys leave a cell only from the edge of its text, or when all of it is selected. */
function mayLeave(input: HTMLInputElement, forward: boolean): boolean {
  const { selectionStart: from, selectionEnd: to, value } = input;
  if (from === 0 && to === value.length) return true;
  return from === to && from === (forward ? value.length : 0);
}

export function useSheetKeys(items: readonly SheetItem[], onChange: (items: SheetItem[]) => void) {
  const { signs } = useFormat();
  const table = useRef<HTMLTableElement>(null);
  const goal = useRef<CellPosition | null>(null);
  const go = ({ row, column }: CellPosition) => {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`);
    cell?.focus();
    cell?.select();
  };
  useLayoutEffect(() => {
    if (!goal.current) return;
    const place = goal.current;
    goal.current = null;
    go(place);
  });
  const add = () => {
    goal.current = { row: items.length, column: "details" };
    onChange(appendRow(items));
  };
  const remove = (row: number) => {
    goal.current = { row: Math.max(0, Math.min(row, items.length - 2)), column: "details" };
    onChange(removeRow(items, row));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const place = placeOf(event.target);
    if (!place) return;
    const input = event.target as HTMLInputElement;
    const done = (act: () => void) => {
      event.preventDefault();
      act();
    };
    const { row, column } = place;
    const isLast = row === items.length - 1;
    const item = items[row];
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      if (event.shiftKey) return done(() => row > 0 && go({ row: row - 1, column }));
      return done(() => (isLast ? add() : go({ row: row + 1, column })));
    }
    if (event.key === "Tab" && !event.shiftKey && isLast && column === "quantity" && item && !isEmptyItem(item))
      return done(add);
    if (event.key === "Delete" && event.altKey) return done(() => remove(row));
    const emptied = event.key === "Backspace" && items.length > 1 && item && isEmptyItem(item) && column === "details";
    if (emptied) return done(() => remove(row));
    if (!event.key.startsWith("Arrow") || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const rtl = document.documentElement.dir === "rtl";
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (sideways && !mayLeave(input, (event.key === "ArrowRight") !== rtl)) return;
    const next = cellAfterKey(event.key, place, items.length, rtl);
    if (next) done(() => go(next));
  };

  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    const place = placeOf(event.target);
    const cells = parsePastedCells(event.clipboardData.getData("text/plain"));
    if (!place || !cells) return;
    event.preventDefault();
    const after = pasteCells(items, place, cells, signs);
    goal.current = { row: Math.min(after.length, place.row + cells.length) - 1, column: place.column };
    (event.target as HTMLInputElement).blur();
    onChange(after);
  };

  return { table, onKeyDown, onPaste, add, remove };
}
