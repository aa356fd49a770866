import { useState } from "react";

interface Keyed<Row> {
  rows: readonly Row[];
  keys: readonly number[];
  next: number;
}

/** Updates the keys: an unchanged row keeps its key wherever it is, an edited row takes the key of its position. */
export function updateRowKeys<Row extends object>(before: Keyed<Row>, rows: readonly Row[]): Keyed<Row> {
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
 * Keys for editable rows without an id. With their index as key, focus and partly typed text would stay at the position and move to another
 * row.
 */
export function useRowKeys<Row extends object>(rows: readonly Row[]): readonly number[] {
  const [kept, setKept] = useState(() => updateRowKeys<Row>({ rows: [], keys: [], next: 1 }, rows));
  const same = kept.rows.length === rows.length && rows.every((row, at) => row === kept.rows[at]);
  if (same) return kept.keys;
  const after = updateRowKeys(kept, rows);
  setKept(after);
  return after.keys;
}
