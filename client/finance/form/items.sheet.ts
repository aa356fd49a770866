import { isAmount } from "../../../shared/kernel/money";
import { itemTotal, roundsToNothing, keepQuantity, maxItems } from "../../../shared/finance/finance.items.rules";
import { amountOf, type Signs } from "../../ui/fields/typed-amount";

/** A line as it is being filled in: the price as an amount where it is one, else as it was typed. */
export interface SheetItem {
  details: string;
  price: string;
  quantity: number;
}

export const emptyItem: SheetItem = { details: "", price: "", quantity: 1 };

/** The columns one types in, in their order. */
export const sheetColumns = ["details", "price", "quantity"] as const;
export type SheetColumn = (typeof sheetColumns)[number];

export interface SheetPlace {
  row: number;
  column: SheetColumn;
}

/** Also of one that was cast for the server, where what is empty is null. */
export const isEmptyItem = (item: { details?: string | null; price?: string | null }) =>
  !item.details?.trim() && !item.price?.trim();

/** What is no amount yet counts as nothing until it is one. */
export const safePrice = (price: string) => (isAmount(price.trim()) ? price : "");

export const shownTotal = (item: SheetItem, currency: string) =>
  itemTotal({ price: safePrice(item.price), quantity: item.quantity }, currency);

/** Said while one types, not when one sends: the total beside it is 0 already. */
export const isTooSmall = (item: SheetItem | undefined, currency: string): boolean =>
  item !== undefined && roundsToNothing({ price: safePrice(item.price), quantity: item.quantity }, currency);

/** A row more, below the last. */
export const withRow = (items: readonly SheetItem[]): SheetItem[] =>
  items.length < maxItems ? [...items, { ...emptyItem }] : [...items];

/** A row less; the last one is emptied instead, so that there is always somewhere to type. */
export function withoutRow(items: readonly SheetItem[], row: number): SheetItem[] {
  const rest = items.filter((_, at) => at !== row);
  return rest.length > 0 ? rest : [{ ...emptyItem }];
}

export const withItem = (items: readonly SheetItem[], row: number, changes: Partial<SheetItem>): SheetItem[] =>
  items.map((item, at) => (at === row ? { ...item, ...changes } : item));

/** Cells of a spreadsheet: rows by lines, columns by tabs. Null where it is one plain text. */
export function cellsOf(pasted: string): string[][] | null {
  const lines = pasted.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  if (lines.length === 1 && !pasted.includes("\t")) return null;
  return lines.map((line) => line.split("\t").map((cell) => cell.trim())).filter((cells) => cells.some(Boolean));
}

/**
 * Pasted cells, from this place on to the end side and down; rows are added where they end. A heading is left out: a
 * first line whose price is no amount while the next one's is.
 */
export function withPasted(
  items: readonly SheetItem[],
  { row, column }: SheetPlace,
  cells: readonly string[][],
  signs: Signs,
): SheetItem[] {
  const first = sheetColumns.indexOf(column);
  const changesOf = (line: readonly string[]) => {
    const changes: Partial<SheetItem> = {};
    for (const [at, text] of line.entries()) {
      const target = sheetColumns[first + at];
      if (target === "details") changes.details = text;
      else if (target === "price") changes.price = amountOf(text, signs) ?? text;
      else if (target === "quantity") changes.quantity = quantityOf(text, signs);
    }
    return changes;
  };
  const hasHeading = cells.length > 1 && isHeading(changesOf(cells[0] ?? []), changesOf(cells[1] ?? []));
  const lines = hasHeading ? cells.slice(1) : cells;
  const after = [...items];
  for (const [at, line] of lines.entries()) {
    if (row + at >= maxItems) break;
    after[row + at] = { ...(after[row + at] ?? emptyItem), ...changesOf(line) };
  }
  return after;
}

const isHeading = (first: Partial<SheetItem>, second: Partial<SheetItem>) =>
  Boolean(first.price) && !isAmount(first.price ?? "") && isAmount(second.price ?? "");

/** What is typed as a quantity: whole and never below 0; what is no number is none. */
export function quantityOf(typed: string, signs: Signs): number {
  const amount = amountOf(typed, signs);
  return amount === null ? 0 : keepQuantity(Number(amount.split(".")[0]));
}

/** Where a key leads; null where it stays. Left and right are those of the screen. */
export function placeAfter(key: string, { row, column }: SheetPlace, rows: number, rtl: boolean): SheetPlace | null {
  const at = sheetColumns.indexOf(column);
  const forward = rtl ? "ArrowLeft" : "ArrowRight";
  const back = rtl ? "ArrowRight" : "ArrowLeft";
  if (key === "ArrowDown") return row + 1 < rows ? { row: row + 1, column } : null;
  if (key === "ArrowUp") return row > 0 ? { row: row - 1, column } : null;
  if (key === forward) return wrap(row, at + 1, rows);
  if (key === back) return wrap(row, at - 1, rows);
  return null;
}

/** Past the last cell of a row comes the first of the next. */
function wrap(row: number, at: number, rows: number): SheetPlace | null {
  const line = at < 0 ? row - 1 : at >= sheetColumns.length ? row + 1 : row;
  const column = sheetColumns.at(at < 0 ? -1 : at % sheetColumns.length);
  return column && line >= 0 && line < rows ? { row: line, column } : null;
}
