import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useFormat } from "../../platform/intl/useText";
import {
  cellsOf,
  isEmptyItem,
  placeAfter,
  type SheetColumn,
  type SheetItem,
  type SheetPlace,
  withoutRow,
  withPasted,
  withRow,
} from "./items.sheet";

const placeOf = (target: EventTarget): SheetPlace | null => {
  const [row, column] = (target instanceof HTMLInputElement ? target.dataset["cell"] : undefined)?.split(" ") ?? [];
  return column ? { row: Number(row), column: column as SheetColumn } : null;
};

/** Left and right leave a cell only from its edge, or when all of it is selected. */
function mayLeave(input: HTMLInputElement, forward: boolean): boolean {
  const { selectionStart: from, selectionEnd: to, value } = input;
  if (from === 0 && to === value.length) return true;
  return from === to && from === (forward ? value.length : 0);
}

/** The sheet by keyboard: arrows and Enter go from cell to cell, Enter below the last line adds one, cells can be pasted. */
export function useSheetKeys(items: readonly SheetItem[], onChange: (items: SheetItem[]) => void) {
  const { signs } = useFormat();
  const table = useRef<HTMLTableElement>(null);
  const goal = useRef<SheetPlace | null>(null);
  const go = ({ row, column }: SheetPlace) => {
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
    onChange(withRow(items));
  };
  const remove = (row: number) => {
    goal.current = { row: Math.max(0, Math.min(row, items.length - 2)), column: "details" };
    onChange(withoutRow(items, row));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const place = placeOf(event.target);
    if (!place || event.nativeEvent.isComposing) return;
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
    const next = placeAfter(event.key, place, items.length, rtl);
    if (next) done(() => go(next));
  };

  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    const place = placeOf(event.target);
    const cells = cellsOf(event.clipboardData.getData("text/plain"));
    if (!place || !cells) return;
    event.preventDefault();
    const after = withPasted(items, place, cells, signs);
    goal.current = { row: Math.min(after.length, place.row + cells.length) - 1, column: place.column };
    (event.target as HTMLInputElement).blur(); // what was being typed there gives way to what was pasted
    onChange(after);
  };

  return { table, onKeyDown, onPaste, add, remove };
}
