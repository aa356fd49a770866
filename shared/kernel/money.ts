import { Decimal } from "decimal.js";

/**
 * Money: decimal from the first digit to the last, as text with its decimals (`"1250.50"`) wherever it is kept, sent or
 * compared. No amount is ever a JavaScript number.
 */

/** Digits enough for any product of two amounts, so that nothing is rounded but where it is meant to be. */
const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -100, toExpPos: 100 });

/**
 * Decimals of each currency that is offered. By ISO 4217 but for the dinar of Iraq, whose fils have been out of use for
 * decades: nobody writes them.
 */
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
/** In the order of their codes. */
export const currencyCodes = Object.keys(decimals) as CurrencyCode[];

/** Small letters will do: the specification writes `usd`. Null for what isn't offered. */
export function currencyOf(code: string): CurrencyCode | null {
  const upper = code.toUpperCase();
  return Object.hasOwn(decimals, upper) ? (upper as CurrencyCode) : null;
}

/** How many decimals amounts in this currency have: 2 where it isn't known. */
export function decimalsOf(currency: string): number {
  const code = currencyOf(currency);
  return code ? decimals[code] : 2;
}

/** An amount as text, or what hasn't been filled in. */
export type AmountInput = string | null | undefined;

/**
 * The largest amount that anything may come to: what is typed, a line, a total, what it is in another currency. A whole
 * number, so that rounding never leads beyond it. The columns have a CHECK that says the same.
 */
export const maxAmount = "999999999999";

/** Digits with a point, nothing else: neither signs of thousands nor exponents. */
const amountText = /^-?\d{1,12}(\.\d{1,8})?$/;

/** Whether people may write this as an amount. Whether it is too large, `isWithinMax` says. */
export const isAmount = (text: string): boolean => amountText.test(text);

/** Digits that can be calculated with, whatever their size: products and sums of amounts are read again. */
const decimalText = /^-?\d{1,80}(\.\d{1,40})?$/;
export const isDecimal = (text: string): boolean => decimalText.test(text);

/** What is empty counts as 0. @throws where it is no amount */
function read(amount: AmountInput): Decimal {
  const text = amount?.trim() ?? "";
  if (text === "") return new Exact(0);
  if (!decimalText.test(text)) throw new RangeError(`No amount: ${text}`);
  return new Exact(text);
}

/** Half-up, away from zero, as on paper. Zero has no sign. */
function written(value: Decimal, currency: string): string {
  const rounded = value.toDecimalPlaces(decimalsOf(currency), Decimal.ROUND_HALF_UP);
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(decimalsOf(currency));
}

/** An amount as its currency writes it: rounded half-up, all decimals there. */
export const toMoney = (amount: AmountInput, currency: string): string => written(read(amount), currency);

/** Whether the currency can say this amount as it stands, without rounding. */
export const fitsCurrency = (amount: string, currency: string): boolean =>
  compareAmounts(amount, toMoney(amount, currency)) === 0;

/** @returns below, above or 0. */
export const compareAmounts = (a: AmountInput, b: AmountInput): number => read(a).comparedTo(read(b));

/** Whether an amount isn't larger than any may be, on either side of 0. */
export const isWithinMax = (amount: AmountInput): boolean => read(amount).abs().lte(maxAmount);

/** The sum of rounded amounts: what stands in the lines is what is added up. */
export function sumOfMoney(amounts: readonly AmountInput[], currency: string): string {
  const sum = amounts.reduce<Decimal>((total, amount) => total.plus(read(toMoney(amount, currency))), new Exact(0));
  return written(sum, currency);
}

export const minusMoney = (a: AmountInput, b: AmountInput, currency: string): string =>
  written(read(toMoney(a, currency)).minus(read(toMoney(b, currency))), currency);

export const negateMoney = (amount: AmountInput, currency: string): string => written(read(amount).negated(), currency);

/** Price × quantity, rounded once, at the end. */
export const timesMoney = (amount: AmountInput, factor: AmountInput, currency: string): string =>
  written(read(amount).times(read(factor)), currency);

/** What minutes cost at a price per hour, rounded once, at the end. */
export const moneyForMinutes = (hourly: AmountInput, minutes: number, currency: string): string =>
  written(read(hourly).times(minutes).div(60), currency);

/** One unit of what is converted costs `rate` of the other currency. */
export const convertMoney = (amount: AmountInput, rate: string, into: string): string => timesMoney(amount, rate, into);

/** What part of the whole this is, in thousandths from 0 to 1000: for bars, which aren't money. 0 of nothing. */
export function shareOf(part: AmountInput, whole: AmountInput): number {
  const all = read(whole);
  if (all.lte(0)) return 0;
  return Exact.max(0, Exact.min(1000, read(part).times(1000).div(all)))
    .toDecimalPlaces(0)
    .toNumber();
}
