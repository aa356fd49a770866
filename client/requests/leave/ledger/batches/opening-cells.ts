import type { OpeningBalance } from "../../../../../shared/requests/leave/ledger/openings.contract";
import { type NumberSeparators, readTypedNumber } from "../../../../../shared/kernel/typed-numbers";

/** A typed balance, with the one that the user has seen. */
export interface OpeningCell {
  userId: number;
  typeId: number;
  typed: string;
  before: number;
}

export type OpeningCells = ReadonlyMap<string, OpeningCell>;

export const cellKey = (userId: number, typeId: number) => `${userId} ${typeId}`;

/** Days of a cell, or null if they aren't a number with at most two decimals. */
export function daysOf({ typed }: Pick<OpeningCell, "typed">, signs: NumberSeparators): number | null {
  const reading = readTypedNumber(typed, signs, { decimals: 2, max: 999 });
  const days = reading.kind === "number" ? Number(reading.value) : Number.NaN;
  const isHundredths = Number.isInteger(Math.round(days * 1e6) / 1e4);
  return Number.isFinite(days) && Math.abs(days) <= 999 && isHundredths ? days : null;
}

/** Cells with the given ones replaced; empty cells are removed. */
export function withCells(cells: OpeningCells, changed: readonly OpeningCell[]): OpeningCells {
  const next = new Map(cells);
  for (const cell of changed) {
    const key = cellKey(cell.userId, cell.typeId);
    if (cell.typed.trim() === "") next.delete(key);
    else next.set(key, cell);
  }
  return next;
}

interface GridRow {
  person: { id: number };
  balances: readonly { leave_type: { id: number }; days: number }[];
}

/** Cells for a block pasted from a spreadsheet, to the right and below the cell that receives it. Null if it is a single value. */
export function pastedCells(
  text: string,
  rows: readonly GridRow[],
  typeIds: readonly number[],
  at: { userId: number; typeId: number },
): OpeningCell[] | null {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines.length === 1 && !text.includes("\t")) return null;
  const top = rows.findIndex(({ person }) => person.id === at.userId);
  const start = typeIds.indexOf(at.typeId);
  return lines.flatMap((line, down) =>
    line.split("\t").flatMap((typed, right): OpeningCell[] => {
      const row = rows[top + down];
      const typeId = typeIds[start + right];
      const balance = row?.balances.find(({ leave_type }) => leave_type.id === typeId);
      return row && typeId !== undefined && balance
        ? [{ userId: row.person.id, typeId, typed: typed.trim(), before: balance.days }]
        : [];
    }),
  );
}

/** Cells with the balances that are known by now. */
export function refreshedCells(cells: OpeningCells, rows: readonly GridRow[]): OpeningCell[] {
  const daysByCell = new Map(
    rows.flatMap(({ person, balances }) =>
      balances.map(({ leave_type, days }) => [cellKey(person.id, leave_type.id), days] as const),
    ),
  );
  return [...cells].map(([key, cell]) => ({ ...cell, before: daysByCell.get(key) ?? cell.before }));
}

/** Cells based on balances that have changed since the user saw them, also on other pages of the table. */
export const rebasedCells = (cells: OpeningCells, changed: readonly OpeningBalance[]): OpeningCells =>
  changed.reduce<OpeningCells>((next, { user_id, leave_type_id, days }) => {
    const cell = next.get(cellKey(user_id, leave_type_id));
    return cell ? withCells(next, [{ ...cell, before: days }]) : next;
  }, cells);

/** The entries to save, without unchanged balances, and the number of cells that don't contain a valid number of days. */
export function openingEntries(cells: readonly OpeningCell[], signs: NumberSeparators) {
  const withDays = cells.map((cell) => ({ ...cell, days: daysOf(cell, signs) }));
  return {
    entries: withDays.flatMap(({ userId, typeId, days, before }) =>
      days === null || days === before ? [] : [{ user_id: userId, leave_type_id: typeId, days, before }],
    ),
    invalidCount: withDays.filter(({ days }) => days === null).length,
  };
}
