import {
  type AmountInput,
  compareAmounts,
  convertMoney,
  discountedMoney,
  isAmount,
  isWithinMax,
  minusMoney,
  sumOfMoney,
  taxIncluded,
  taxOn,
} from "../../kernel/money";
import { percentText } from "../accounts/accounts.schema";

/**
 * Prices are net of VAT unless `gross` is set. A line without a VAT rate has no tax, so its price is what is paid. A discount is a percentage
 * of its line, since that is how invoices state it; lines with a negative price are discounts on the whole invoice, deposits and refunds.
 */
export interface PricedItem {
  price: AmountInput;
  quantity: number;
  discount?: AmountInput;
  vat_percent?: AmountInput;
  /** Whether the price includes VAT. */
  gross?: boolean;
}

export interface ItemAmounts {
  net: string;
  tax: string;
  /** net + tax: what is paid. */
  total: string;
}

export const maxQuantity = 1_000_000;
export const quantityDecimals = 3;
/** Prices per unit may be finer than the currency: fuel costs 1.459 per litre, a kilowatt-hour 0.08215. */
export const priceDecimals = 6;
export const maxItems = 200;

/** Cash advances are settled by receipts, so their items have no VAT rate, cost account or discount. */
export const isTaxed = (type: string): boolean => type !== "cash_advance";

export const stepQuantity = (quantity: number, by: 1 | -1): number => roundQuantity(quantity + by);

export function roundQuantity(quantity: number): number {
  if (Number.isNaN(quantity)) return 0;
  const unit = 10 ** quantityDecimals;
  return Math.round(Math.min(maxQuantity, Math.max(0, quantity)) * unit) / unit;
}

/**
 * Amounts of an item, each rounded once, half away from zero, to the currency's decimals: net = price × quantity less the discount, and
 * tax = net × VAT rate. With a gross price, the total is price × quantity less the discount, and the tax is part of it. Documents show these amounts, so totals are their sums.
 */
export function itemAmounts(item: PricedItem, currency: string): ItemAmounts {
  const { price, quantity, discount, vat_percent, gross = false } = item;
  const priced = discountedMoney(price, String(roundQuantity(quantity)), discount, currency);
  if (gross) {
    const tax = taxIncluded(priced, vat_percent, currency);
    return { net: minusMoney(priced, tax, currency), tax, total: priced };
  }
  const net = priced;
  const tax = taxOn(net, vat_percent, currency);
  return { net, tax, total: sumOfMoney([net, tax], currency) };
}

export const itemTotal = (item: PricedItem, currency: string): string => itemAmounts(item, currency).total;

export function sumOfItems(items: readonly ItemAmounts[], currency: string): ItemAmounts {
  const sum = (of: keyof ItemAmounts) =>
    sumOfMoney(
      items.map((item) => item[of]),
      currency,
    );
  return { net: sum("net"), tax: sum("tax"), total: sum("total") };
}

export interface RateTotals extends ItemAmounts {
  /** Null for items without a VAT rate. */
  percent: string | null;
  /** Name of a rate of 0 %, because reverse charge, exports and exemptions are reported separately; null for other rates. */
  name: string | null;
}

/**
 * Totals per VAT rate, highest first, and per name for rates of 0 %. Empty if all items have the same rate and no tax, since the grand total
 * says the same.
 */
export function totalsByRate(
  items: readonly (ItemAmounts & { vat_rate: { percent: string; name: string } | null })[],
  currency: string,
): RateTotals[] {
  const rates = items.map(({ vat_rate: rate }) => ({
    percent: rate?.percent ?? null,
    name: rate && compareAmounts(rate.percent, "0") === 0 ? rate.name : null,
  }));
  const keyOf = ({ percent, name }: (typeof rates)[number]) => JSON.stringify([percent, name]);
  const distinct = [...new Map(rates.map((rate) => [keyOf(rate), rate])).values()].toSorted(
    (a, b) =>
      Number(a.percent === null) - Number(b.percent === null) ||
      compareAmounts(b.percent, a.percent) ||
      (a.name ?? "").localeCompare(b.name ?? ""),
  );
  if (distinct.length < 2 && items.every(({ tax }) => !/[1-9]/.test(tax))) return [];
  return distinct.map((rate) => ({
    ...rate,
    ...sumOfItems(
      items.filter((_, at) => keyOf(rates[at] as (typeof rates)[number]) === keyOf(rate)),
      currency,
    ),
  }));
}

export const grandTotals = (items: readonly PricedItem[], currency: string): ItemAmounts =>
  sumOfItems(
    items.map((item) => itemAmounts(item, currency)),
    currency,
  );

/** The item without invalid amounts and percentages, which their own fields report. */
function validParts(item: {
  price?: unknown;
  quantity?: unknown;
  discount?: unknown;
  vat_percent?: unknown;
  gross?: unknown;
}): PricedItem {
  const valid = (value: unknown, isValid: (text: string) => boolean) =>
    typeof value === "string" && isValid(value.trim()) ? value : null;
  const isPercent = (text: string) => percentText.test(text);
  return {
    price: valid(item.price, isAmount),
    quantity: typeof item.quantity === "number" ? item.quantity : 1,
    discount: valid(item.discount, isPercent),
    vat_percent: valid(item.vat_percent, isPercent),
    gross: item.gross === true,
  };
}

/** Whether the items add up to an amount above 0. */
export const costsMoney = (items: readonly Parameters<typeof validParts>[0][], currency: string): boolean =>
  compareAmounts(grandTotals(items.map(validParts), currency).total, "0") > 0;

/** Indexes of items whose total exceeds the maximum, and whether the grand total exceeds it. Invalid parts of items are skipped. */
export function findTooLargeAmount(
  items: readonly Parameters<typeof validParts>[0][],
  currency: string,
): { lines: number[]; total: boolean } {
  const totals = items.map((item) => itemTotal(validParts(item), currency));
  const lines = totals.flatMap((total, at) => (isWithinMax(total) ? [] : [at]));
  return { lines, total: lines.length > 0 || !isWithinMax(sumOfMoney(totals, currency)) };
}

export const homeAmount = (amount: string, rate: string, homeCurrency: string): string =>
  convertMoney(amount, rate, homeCurrency);
