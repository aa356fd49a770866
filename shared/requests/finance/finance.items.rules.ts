import { type AmountInput, convertMoney, isAmount, isWithinMax, sumOfMoney, timesMoney } from "../../kernel/money";

export interface PricedItem {
  price: AmountInput;
  quantity: number;
}

export const maxQuantity = 1_000_000;
export const maxItems = 200;

export const stepQuantity = (quantity: number, by: 1 | -1): number => roundQuantity(quantity + by);

export function roundQuantity(quantity: number): number {
  if (Number.isNaN(quantity)) return 0;
  return Math.min(maxQuantity, Math.max(0, Math.trunc(quantity)));
}

/** Price × quantity, rounded half up to the currency's decimals. */
export const itemTotal = ({ price, quantity }: PricedItem, currency: string): string =>
  timesMoney(price, String(roundQuantity(quantity)), currency);

/** Sum of the rounded item totals, so that it matches the displayed items. */
export const grandTotal = (items: readonly PricedItem[], currency: string): string =>
  sumOfMoney(
    items.map((item) => itemTotal(item, currency)),
    currency,
  );

/**
 * Indexes of items whose total exceeds the maximum, and whether the grand total exceeds it. Invalid amounts and quantities are skipped, as
 * their own fields report them.
 */
export function findTooLargeAmount(
  items: readonly { price?: unknown; quantity?: unknown }[],
  currency: string,
): { lines: number[]; total: boolean } {
  const totals = items.map(({ price, quantity }) => {
    const priced = typeof price === "string" && isAmount(price.trim()) ? price : null;
    return itemTotal({ price: priced, quantity: typeof quantity === "number" ? quantity : 1 }, currency);
  });
  const lines = totals.flatMap((total, at) => (isWithinMax(total) ? [] : [at]));
  return { lines, total: lines.length > 0 || !isWithinMax(sumOfMoney(totals, currency)) };
}

export const homeAmount = (amount: string, rate: string, homeCurrency: string): string =>
  convertMoney(amount, rate, homeCurrency);
