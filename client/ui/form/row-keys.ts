import { useState } from "react";

interface Keyed<Row> {
  rows: readonly Row[];
  keys: readonly number[];
  next: number;
}

/** Updates the keys: an unchanged row keeps its key wherever it is, an edited row takes the key of its position. */
export function updateRowKeys<Row extends object>(before: Keyed<Row>, rows: readonly Row[]): Keyed<Row> {
  const keyByRow = new Map(before.rows.map((row, at) => [row, before.keys[at]]));
  const found = rows.map((row) => {
    const key = keyByRow.get(row);
    keyByRow.delete(row);
    return key;
  });
  const usedKeys = new Set(found);
  let { next } = before;
  const keys = found.map((key, at) => {
    if (key !== undefined) return key;
    const keyAtPosition = before.keys[at];
    if (keyAtPosition === undefined || usedKeys.has(keyAtPosition)) return next++;
    usedKeys.add(keyAtPosition);
    return keyAtPosition;
  });
  return { rows, keys, next };
}

/**
 * Keys for editable rows without an id. With their index as key, focus and partly typed text would stay at the position and move to another
 * row.
 */
export function useRowKeys<Row extends object>(rows: readonly Row[]): readonly number[] {
  const [keyed, setKeyed] = useState(() => updateRowKeys<Row>({ rows: [], keys: [], next: 1 }, rows));
  const same = keyed.rows.length === rows.length && rows.every((row, at) => row === keyed.rows[at]);
  if (same) return keyed.keys;
  const after = updateRowKeys(keyed, rows);
  setKeyed(after);
  return after.keys;
}
