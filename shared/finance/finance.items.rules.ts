import {
  type AmountInput,
  compareAmounts,
  convertMoney,
  isAmount,
  isWithinMax,
  sumOfMoney,
  timesMoney,
} from "../kernel/money";

/** What an item's total is made of. The quantity is a whole number; the price is an amount, empty counts as 0. */
export interface PricedItem {
  price: AmountInput;
  quantity: number;
}

export const maxQuantity = 1_000_000;
export const maxItems = 200;

/** Up or down by one; never below 0. */
export const stepQuantity = (quantity: number, by: 1 | -1): number => keepQuantity(quantity + by);

/** The nearest quantity that can be: a whole number from 0 on. */
export function keepQuantity(quantity: number): number {
  if (Number.isNaN(quantity)) return 0;
  return Math.min(maxQuantity, Math.max(0, Math.trunc(quantity)));
}

/** Price × quantity, half-up to the currency's decimals. */
export const itemTotal = ({ price, quantity }: PricedItem, currency: string): string =>
  timesMoney(price, String(keepQuantity(quantity)), currency);

/** Whether a line has a price, and comes to 0 all the same: the currency doesn't know as little. */
export const roundsToNothing = (item: PricedItem, currency: string): boolean =>
  keepQuantity(item.quantity) > 0 &&
  compareAmounts(item.price, "0") > 0 &&
  compareAmounts(itemTotal(item, currency), "0") === 0;

/** The sum of what stands in the lines: each is rounded before they are added. */
export const grandTotal = (items: readonly PricedItem[], currency: string): string =>
  sumOfMoney(
    items.map((item) => itemTotal(item, currency)),
    currency,
  );

/**
 * Which lines come to more than any amount may be, and whether all together do. What is no amount or no quantity isn't
 * looked at: that is said of the field itself.
 */
export function tooLarge(
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

/** A request's amount in the tenant's currency, by the rate that is kept with it. */
export const homeAmount = (amount: string, rate: string, homeCurrency: string): string =>
  convertMoney(amount, rate, homeCurrency);
