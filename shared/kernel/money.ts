import { Decimal } from "decimal.js";

/** Amounts are stored, sent and compared as decimal text (`"1250.50"`), never as JavaScript numbers. */

/** Enough digits for the product of any two amounts, so that only the final step rounds. */
const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -100, toExpPos: 100 });

/** Number of decimals per supported currency, as in ISO 4217. The Iraqi dinar has none, because its fils are no longer used. */
const decimals = {
  AED: 2,
  AUD: 2,
  BHD: 3,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CNY: 2,
  CZK: 2,
  DKK: 2,
  EGP: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  INR: 2,
  IQD: 0,
  JOD: 3,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  MXN: 2,
  NOK: 2,
  NZD: 2,
  OMR: 3,
  PLN: 2,
  QAR: 2,
  SAR: 2,
  SEK: 2,
  SGD: 2,
  TND: 3,
  TRY: 2,
  USD: 2,
  VND: 0,
  ZAR: 2,
} as const;

export type CurrencyCode = keyof typeof decimals;
export const currencyCodes = Object.keys(decimals) as CurrencyCode[];

/** Ignores case, because the external specification uses `usd`. Returns null for unsupported currencies. */
export function currencyOf(code: string): CurrencyCode | null {
  const upper = code.toUpperCase();
  return Object.hasOwn(decimals, upper) ? (upper as CurrencyCode) : null;
}

export function decimalsOf(currency: string): number {
  const code = currencyOf(currency);
  return code ? decimals[code] : 2;
}

export type AmountInput = string | null | undefined;

/**
 * Maximum of any entered amount, item, total or conversion. It is an integer, so that rounding cannot exceed it. The database columns have
 * the same limit as a CHECK constraint.
 */
export const maxAmount = "999999999999";

/** Digits with an optional decimal point; no thousands separators or exponents. */
const amountText = /^-?\d{1,12}(\.\d{1,8})?$/;

export const isAmount = (text: string): boolean => amountText.test(text);

/** Decimal text with more digits, for intermediate products and sums. */
const decimalText = /^-?\d{1,80}(\.\d{1,40})?$/;
export const isDecimal = (text: string): boolean => decimalText.test(text);

/**
 * Parses an amount; empty text counts as 0.
 * @throws RangeError if the text is not a decimal number
 */
function read(amount: AmountInput): Decimal {
  const text = amount?.trim() ?? "";
  if (text === "") return new Exact(0);
  if (!decimalText.test(text)) throw new RangeError(`No amount: ${text}`);
  return new Exact(text);
}

/** Formats a value, rounded half away from zero; zero has no sign. */
function moneyText(value: Decimal, currency: string): string {
  const rounded = value.toDecimalPlaces(decimalsOf(currency), Decimal.ROUND_HALF_UP);
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(decimalsOf(currency));
}

export const toMoney = (amount: AmountInput, currency: string): string => moneyText(read(amount), currency);

export const fitsCurrency = (amount: string, currency: string): boolean =>
  compareAmounts(amount, toMoney(amount, currency)) === 0;

export const compareAmounts = (a: AmountInput, b: AmountInput): number => read(a).comparedTo(read(b));

export const isWithinMax = (amount: AmountInput): boolean => read(amount).abs().lte(maxAmount);

/** Rounds each amount before adding, so that the total matches the displayed amounts. */
export function sumOfMoney(amounts: readonly AmountInput[], currency: string): string {
  const sum = amounts.reduce<Decimal>((total, amount) => total.plus(read(toMoney(amount, currency))), new Exact(0));
  return moneyText(sum, currency);
}

export const minusMoney = (a: AmountInput, b: AmountInput, currency: string): string =>
  moneyText(read(toMoney(a, currency)).minus(read(toMoney(b, currency))), currency);

export const negateMoney = (amount: AmountInput, currency: string): string =>
  moneyText(read(amount).negated(), currency);

export const timesMoney = (amount: AmountInput, factor: AmountInput, currency: string): string =>
  moneyText(read(amount).times(read(factor)), currency);

/** Price × quantity, less a discount in percent, rounded once. */
export const discountedMoney = (
  price: AmountInput,
  quantity: string,
  discount: AmountInput,
  currency: string,
): string =>
  moneyText(
    read(price)
      .times(read(quantity))
      .times(new Exact(100).minus(read(discount)))
      .div(100),
    currency,
  );

/** The tax on a net amount, for a rate in percent. */
export const taxOn = (net: AmountInput, percent: AmountInput, currency: string): string =>
  moneyText(read(net).times(read(percent)).div(100), currency);

/** Returns the tax included in a gross amount, for a rate in percent. */
export const taxIncluded = (gross: AmountInput, percent: AmountInput, currency: string): string =>
  moneyText(read(gross).times(read(percent)).div(read(percent).plus(100)), currency);

export const moneyForMinutes = (hourly: AmountInput, minutes: number, currency: string): string =>
  moneyText(read(hourly).times(minutes).div(60), currency);

/** `rate` is the price of one unit of the source currency in the target currency. */
export const convertMoney = (amount: AmountInput, rate: string, into: string): string => timesMoney(amount, rate, into);

/** Reverses `convertMoney`. */
export const convertMoneyBack = (amount: AmountInput, rate: string, into: string): string =>
  moneyText(read(amount).div(read(rate)), into);

/** Units of the source currency per unit of the target currency, with six decimals. */
export const inverseRate = (rate: string): string =>
  new Exact(1).div(read(rate)).toDecimalPlaces(6, Decimal.ROUND_HALF_UP).toFixed(6);

/** Share of the whole in thousandths from 0 to 1000, for bars; 0 if the whole is 0. */
export function shareOf(part: AmountInput, whole: AmountInput): number {
  const all = read(whole);
  if (all.lte(0)) return 0;
  return Exact.max(0, Exact.min(1000, read(part).times(1000).div(all)))
    .toDecimalPlaces(0)
    .toNumber();
}
