import { isAmount } from "../../../../../shared/kernel/money";
import type { FinanceItem } from "../../../../../shared/requests/finance/finance-reply.contract";
import {
  isTaxed,
  type ItemAmounts,
  itemAmounts,
  maxItems,
  maxQuantity,
  priceDecimals,
  type PricedItem,
  quantityDecimals,
} from "../../../../../shared/requests/finance/finance.items.rules";
import { percentText } from "../../../../../shared/requests/accounts/accounts.schema";
import {
  type NumberSeparators,
  readingsOfUnconfirmed,
  typedOfUnconfirmed,
  valueOfTyped,
} from "../../../../../shared/kernel/typed-numbers";

/** An item in the editor: the price is a normalized amount if valid, otherwise the text as typed. */
export interface SheetItem {
  details: string;
  price: string;
  /** Whether the price includes VAT. */
  gross?: boolean;
  /** The text as typed if it is invalid. */
  quantity: number | string;
  /** A normalized percentage if valid, otherwise the text as typed. */
  discount?: string;
  vat_rate?: VatRateOfItem | null;
  cost_account?: CostAccountOfItem | null;
}

export type CostAccountOfItem = NonNullable<FinanceItem["cost_account"]>;
export type VatRateOfItem = NonNullable<FinanceItem["vat_rate"]>;

export const emptyItem: SheetItem = { details: "", price: "", quantity: 1 };

export const sheetColumns = ["details", "price", "quantity"] as const;
export type SheetColumn = (typeof sheetColumns)[number];

/** Fields below the cells of an item, by their names in the request body. */
export const extraFields = ["vat_rate_id", "cost_account_id", "discount"] as const;
export type ItemField = SheetColumn | (typeof extraFields)[number];

export interface CellPosition {
  row: number;
  column: SheetColumn;
}

/** Also accepts items cast for the server, where empty fields are null. */
export const isEmptyItem = (item: { details?: string | null; price?: string | null }) =>
  !item.details?.trim() && !item.price?.trim();

export const validPrice = (price: string) => (isAmount(price.trim()) ? price : "");

export function pricedItem({ price, gross = false, quantity, discount = "", vat_rate }: SheetItem): PricedItem {
  const percent = percentText.test(discount.trim()) ? discount : null;
  const count = typeof quantity === "number" ? quantity : 0;
  const vat_percent = vat_rate?.percent ?? null;
  return { price: validPrice(price), gross, quantity: count, discount: percent, vat_percent };
}

export const displayedAmounts = (item: SheetItem, currency: string): ItemAmounts =>
  itemAmounts(pricedItem(item), currency);

/** Items as they count for the request's type; the form keeps the other fields in case the type is changed back. */
export const itemsForType = (type: string, items: readonly SheetItem[]): readonly SheetItem[] =>
  isTaxed(type) ? items : items.map(({ details, price, quantity }) => ({ details, price, quantity }));

/** Gives the default account of the new supplier to items without an account and those with the default of the previous supplier. */
export const changeDefaultAccount = (
  items: readonly SheetItem[],
  before: CostAccountOfItem | null,
  after: CostAccountOfItem | null,
): SheetItem[] =>
  items.map((item) =>
    !item.cost_account || item.cost_account.id === before?.id ? { ...item, cost_account: after } : item,
  );

/** An empty item with the VAT rate and account of the last one, since the lines of an invoice mostly share them. */
function nextItem(items: readonly SheetItem[]): SheetItem {
  const { gross, vat_rate, cost_account } = items.at(-1) ?? emptyItem;
  return {
    ...emptyItem,
    ...(gross && { gross }),
    ...(vat_rate && { vat_rate }),
    ...(cost_account && { cost_account }),
  };
}

export const appendRow = (items: readonly SheetItem[]): SheetItem[] =>
  items.length < maxItems ? [...items, nextItem(items)] : [...items];

/** Removing the last row empties it instead, so that there is always one. */
export function removeRow(items: readonly SheetItem[], row: number): SheetItem[] {
  const rest = items.filter((_, at) => at !== row);
  return rest.length > 0 ? rest : [{ ...emptyItem }];
}

export const updateItem = (items: readonly SheetItem[], row: number, changes: Partial<SheetItem>): SheetItem[] =>
  items.map((item, at) => (at === row ? { ...item, ...changes } : item));

/** Cells of pasted spreadsheet text; null for a single line without tabs. */
export function parsePastedCells(pasted: string): string[][] | null {
  const lines = pasted.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  if (lines.length === 1 && !pasted.includes("\t")) return null;
  return lines.map((line) => line.split("\t").map((cell) => cell.trim())).filter((cells) => cells.some(Boolean));
}

/**
 * Pastes cells from this position toward the end and down, adding rows as needed. Skips the first row as a heading if its price isn't an
 * amount but the next row's price is.
 */
export function pasteCells(
  items: readonly SheetItem[],
  { row, column }: CellPosition,
  cells: readonly string[][],
  signs: NumberSeparators,
): SheetItem[] {
  const first = sheetColumns.indexOf(column);
  const changesOf = (line: readonly string[]) => {
    const changes: Partial<SheetItem> = {};
    for (const [at, text] of line.entries()) {
      const target = sheetColumns[first + at];
      if (target === "details") changes.details = text;
      else if (target === "price") changes.price = valueOfTyped(text, signs, priceRules);
      else if (target === "quantity") changes.quantity = quantityOf(valueOfTyped(text, signs, quantityRules));
    }
    return changes;
  };
  const hasHeading = cells.length > 1 && isHeading(changesOf(cells[0] ?? []), changesOf(cells[1] ?? []));
  const lines = hasHeading ? cells.slice(1) : cells;
  const after = [...items];
  for (const [at, line] of lines.entries()) {
    if (row + at >= maxItems) break;
    after[row + at] = { ...(after[row + at] ?? nextItem(after)), ...changesOf(line) };
  }
  return after;
}

const isHeading = (first: Partial<SheetItem>, second: Partial<SheetItem>) =>
  Boolean(first.price) && !isNumber(first.price) && isNumber(second.price);

/** A number with several readings is a number as well. */
const isNumber = (price = "") => isAmount(price) || typedOfUnconfirmed(price) !== null;

export const priceRules = { decimals: priceDecimals };
export const quantityRules = { decimals: quantityDecimals, max: maxQuantity };

/** Prices and quantities that the user must confirm by choosing one of their readings. */
export const numberQuestions = (items: readonly SheetItem[], signs: NumberSeparators) =>
  items.flatMap((item, row) =>
    (["price", "quantity"] as const).flatMap((column) => {
      const value = String(item[column]);
      const readings = readingsOfUnconfirmed(value, signs, column === "price" ? priceRules : quantityRules);
      return readings.length > 0 ? [{ row, column, value, readings }] : [];
    }),
  );

/** An emptied quantity is 0; invalid text stays for the schema to reject. */
export const quantityOf = (value: string): number | string =>
  value === "" ? 0 : isAmount(value) ? Number(value) : value;

/** The cell that the focus moves to when the key is pressed; null if it doesn't move. Left and right are physical directions. */
export function cellAfterKey(
  key: string,
  { row, column }: CellPosition,
  rows: number,
  rtl: boolean,
): CellPosition | null {
  const at = sheetColumns.indexOf(column);
  const forward = rtl ? "ArrowLeft" : "ArrowRight";
  const back = rtl ? "ArrowRight" : "ArrowLeft";
  if (key === "ArrowDown") return row + 1 < rows ? { row: row + 1, column } : null;
  if (key === "ArrowUp") return row > 0 ? { row: row - 1, column } : null;
  if (key === forward) return wrap(row, at + 1, rows);
  if (key === back) return wrap(row, at - 1, rows);
  return null;
}

function wrap(row: number, at: number, rows: number): CellPosition | null {
  const line = at < 0 ? row - 1 : at >= sheetColumns.length ? row + 1 : row;
  const column = sheetColumns.at(at < 0 ? -1 : at % sheetColumns.length);
  return column && line >= 0 && line < rows ? { row: line, column } : null;
}
