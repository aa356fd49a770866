import { type PointerEvent, useEffect, useRef, useState } from "react";
import { undoMs } from "../toast/toast";

/**
 * Keeps decided rows in place for some seconds after the last decision and while the mouse is over the list: otherwise the next row would
 * move under a second click. A new `scope` resets the list; with a null `scope` no rows are kept.
 */
export function useLingeringRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  scope: string | null = "",
) {
  const [stored, setStored] = useState(() => listOf(rows, scope));
  const hovered = useRef(false);
  const due = useRef(false);
  const drop = () => setStored((now) => ({ ...now, rows: now.rows.filter((one) => !one.isRemoved) }));
  let current = stored;
  if (stored.scope !== scope || (scope === null && stored.source !== rows)) current = listOf(rows, scope);
  else if (stored.source !== rows) current = { scope, source: rows, rows: withLingeringRows(stored.rows, rows, keyOf) };
  if (current !== stored) setStored(current);
  const removedKeys = current.rows
    .filter((one) => one.isRemoved)
    .map(({ row }) => keyOf(row))
    .join(" ");
  useEffect(() => {
    if (removedKeys === "") return;
    const timer = setTimeout(() => {
      if (hovered.current) due.current = true;
      else drop();
    }, undoMs);
    return () => {
      clearTimeout(timer);
      due.current = false;
    };
  }, [removedKeys]);
  return {
    rows: current.rows,
    hold: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        hovered.current = pointerType === "mouse";
      },
      onPointerLeave: () => {
        hovered.current = false;
        if (due.current) drop();
      },
    },
  };
}

interface Kept<Row> {
  scope: string | null;
  source: readonly Row[];
  rows: LingeringRow<Row>[];
}

const listOf = <Row>(source: readonly Row[], scope: string | null): Kept<Row> => ({
  scope,
  source,
  rows: source.map((row) => ({ row, isRemoved: false })),
});

export interface LingeringRow<Row> {
  row: Row;
  isRemoved: boolean;
}

/** The current rows, with removed rows kept after their predecessor, so that nothing moves. */
export function withLingeringRows<Row>(
  before: readonly LingeringRow<Row>[],
  now: readonly Row[],
  keyOf: (row: Row) => unknown,
): LingeringRow<Row>[] {
  const present = new Set(now.map(keyOf));
  const rows: LingeringRow<Row>[] = now.map((row) => ({ row, isRemoved: false }));
  before.forEach(({ row }, at) => {
    if (present.has(keyOf(row))) return;
    const previous = before[at - 1];
    const behind = previous ? rows.findIndex((one) => keyOf(one.row) === keyOf(previous.row)) + 1 : 0;
    rows.splice(behind, 0, { row, isRemoved: true });
  });
  return rows;
}
