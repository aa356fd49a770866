import {
  type AmountInput,
  compareAmounts,
  convertMoney,
  fitsCurrency,
  isAmount,
  isWithinMax,
  sumOfMoney,
  taxIncluded,
  timesMoney,
} from "../../kernel/money";
import type { FieldErrors } from "../../kernel/problems";

/** Limits of a category in the tenant's currency; null means no limit. */
export interface CategoryLimits {
  item_limit: string | null;
  /** Limit per user, day and category across all claims. */
  day_limit: string | null;
  /** Amount above which an item needs a receipt. */
  receipt_above: string | null;
  /** Whether a violation prevents sending. */
  strict: boolean;
  /** Price per kilometer. If set, items of the category are mileage. */
  km_rate: string | null;
}

export interface KilometreRates {
  km_rate: string | null;
  /** Rates that applied before the day `until`, in this order. */
  earlier_km_rates: readonly { until: string; km_rate: string }[];
}

/** The rate on the day of a journey; without a day, the present one. */
export const kmRateOn = ({ km_rate, earlier_km_rates }: KilometreRates, day: string | null): string | null =>
  km_rate === null || day === null ? km_rate : (earlier_km_rates.find(({ until }) => day < until)?.km_rate ?? km_rate);

export interface ItemAmountInput {
  amount: AmountInput;
  currency: string;
  kilometres: AmountInput;
  vat_rate: AmountInput;
  vat_amount: AmountInput;
}

export interface ItemAmounts {
  amount: string | null;
  currency: string;
  kilometres: string | null;
  km_rate: string | null;
  vat_rate: string | null;
  vat_amount: string | null;
}

const isFilled = (amount: AmountInput): amount is string => amount !== null && amount !== undefined && amount !== "";

/**
 * Computes the amounts of an item. Mileage is kilometers times the category's rate in the tenant's currency. VAT is included in the amount.
 */
export function itemAmounts(item: ItemAmountInput, kmRate: string | null, home: string): ItemAmounts {
  if (kmRate !== null) {
    const kilometres = isFilled(item.kilometres) ? item.kilometres : null;
    const amount = kilometres === null ? null : timesMoney(kilometres, kmRate, home);
    const rate = kilometres === null ? null : kmRate;
    return { amount, currency: home, kilometres, km_rate: rate, vat_rate: null, vat_amount: null };
  }
  const amount = isFilled(item.amount) ? item.amount : null;
  const vat_rate = isFilled(item.vat_rate) ? item.vat_rate : null;
  const own = isFilled(item.vat_amount) ? item.vat_amount : null;
  const vat_amount = amount !== null && vat_rate !== null ? taxIncluded(amount, vat_rate, item.currency) : own;
  return { amount, currency: item.currency, kilometres: null, km_rate: null, vat_rate, vat_amount };
}

export const claimTotal = (homeAmounts: readonly AmountInput[], home: string): string => sumOfMoney(homeAmounts, home);

/** Amount in the tenant's currency; 0 without an amount or a rate. */
export const homeAmountOf = (amount: string | null, rate: string | null, home: string): string =>
  amount === null || rate === null ? sumOfMoney([], home) : convertMoney(amount, rate, home);

export interface CheckedItem extends CategoryLimits {
  id: number;
  category_id: number | null;
  spent_on: string | null;
  home_amount: string;
  receipts: number;
  /** Total of the user's other claims for the same category and day. */
  elsewhere: string;
}

export const violationKinds = ["item_limit", "day_limit", "receipt"] as const;

export interface Violation {
  item_id: number;
  kind: (typeof violationKinds)[number];
  /** The exceeded limit in the tenant's currency. */
  limit: string;
  strict: boolean;
}

/** Violated limits and missing receipts, in the order of the items. */
export function violationsOf(items: readonly CheckedItem[], home: string): Violation[] {
  return items.flatMap((item) => {
    const { id: item_id, strict } = item;
    const exceeds = (amount: string, limit: string | null): limit is string =>
      limit !== null && compareAmounts(amount, limit) > 0;
    const sameDay = items.filter((other) => other.category_id === item.category_id && other.spent_on === item.spent_on);
    const day = sumOfMoney([item.elsewhere, ...sameDay.map(({ home_amount }) => home_amount)], home);
    const found: Violation[] = [];
    if (exceeds(item.home_amount, item.item_limit))
      found.push({ item_id, kind: "item_limit", limit: item.item_limit, strict });
    if (item.spent_on !== null && exceeds(day, item.day_limit))
      found.push({ item_id, kind: "day_limit", limit: item.day_limit, strict });
    if (item.receipts === 0 && exceeds(item.home_amount, item.receipt_above))
      found.push({ item_id, kind: "receipt", limit: item.receipt_above, strict });
    return found;
  });
}

/** Whether a violation prevents sending: the category refuses it, or no note explains it. */
export const isRefused = ({ strict }: Pick<Violation, "strict">, note: string | null | undefined): boolean =>
  strict || !note?.trim();

interface SendableItem {
  spent_on: string | null;
  category_id: number | null;
  amount: string | null;
  currency: string;
  kilometres: string | null;
  km_rate: string | null;
  vat_amount: string | null;
}

/** Field errors that prevent sending but not saving a draft. @param today the last possible day of an expense. */
export function missingForSending(items: readonly SendableItem[], today: string): FieldErrors {
  if (items.length === 0) return { items: ["expense.noItems"] };
  const errors: FieldErrors = {};
  for (const [at, item] of items.entries()) {
    const wrong = (field: string, message: string) => (errors[`items.${at}.${field}`] ??= [message]);
    if (item.spent_on === null) wrong("spent_on", "expense.dayMissing");
    else if (item.spent_on > today) wrong("spent_on", "finance.future");
    if (item.category_id === null) wrong("category_id", "expense.categoryMissing");
    const typed = item.kilometres !== null || item.km_rate !== null ? "kilometres" : "amount";
    if (item.amount === null || compareAmounts(item.amount, "0") <= 0) wrong(typed, "expense.amountMissing");
    else if (typed === "amount" && !fitsCurrency(item.amount, item.currency)) wrong(typed, "finance.tooFine");
    if (item.vat_amount !== null && compareAmounts(item.vat_amount, item.amount) > 0)
      wrong("vat_amount", "expense.vatTooHigh");
  }
  return errors;
}

/** Returns errors of amounts that are too large to be stored. */
export function tooLargeErrors(items: readonly { home_amount: string }[], home: string): FieldErrors {
  const large = items.flatMap(({ home_amount }, at) => (isWithinMax(home_amount) ? [] : [at]));
  if (large.length > 0) return Object.fromEntries(large.map((at) => [`items.${at}.amount`, ["field.amountTooLarge"]]));
  const total = claimTotal(
    items.map(({ home_amount }) => home_amount),
    home,
  );
  return isAmount(total) && isWithinMax(total) ? {} : { items: ["finance.totalTooLarge"] };
}
