import { useState } from "react";

interface Keyed<Row> {
  rows: readonly Row[];
  keys: readonly number[];
  next: number;
}

/** The keys of rows after a change: a row that is the same keeps its key wherever it went, one that was edited at its place. */
export function keysAfter<Row extends object>(before: Keyed<Row>, rows: readonly Row[]): Keyed<Row> {
  const known = new Map(before.rows.map((row, at) => [row, before.keys[at]]));
  const found = rows.map((row) => {
    const key = known.get(row);
    known.delete(row);
    return key;
  });
  const taken = new Set(found);
  let { next } = before;
  const keys = found.map((key, at) => {
    if (key !== undefined) return key;
    const here = before.keys[at];
    if (here === undefined || taken.has(here)) return next++;
    taken.add(here);
    return here;
  });
  return { rows, keys, next };
}

/**
 * Keys for rows that can be edited, added, removed and moved and have no id before they are saved. With their places for keys,
 * focus and half-typed text would stay where a row was, and belong to another one.
 */
export function useRowKeys<Row extends object>(rows: readonly Row[]): readonly number[] {
  const [kept, setKept] = useState(() => keysAfter<Row>({ rows: [], keys: [], next: 1 }, rows));
  const same = kept.rows.length === rows.length && rows.every((row, at) => row === kept.rows[at]);
  if (same) return kept.keys;
  const after = keysAfter(kept, rows);
  setKept(after);
  return after.keys;
}
