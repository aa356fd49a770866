import { latinDigits } from "./digits";
import { isAmount } from "./money";

/** Decimal and group sign of the reader's language. */
export interface NumberSeparators {
  decimal: string;
  group: string;
}

export interface TypedNumberRules {
  /** Decimals that the field allows. */
  decimals: number;
  /** A reading above the maximum is not plausible if there is another one. */
  max?: number;
  /** Set for numbers that rarely have thousands, such as exchange rates: a group sign could be meant as decimal sign in every language. */
  isMostlySmall?: boolean;
}

export type NumberReading =
  | { kind: "empty" }
  | { kind: "invalid" }
  /** May have more decimals than the field allows; the field's schema rejects these. */
  | { kind: "number"; value: string }
  /** The plausible readings, the most likely one first. A single one if the other has more decimals than the field allows. */
  | { kind: "ambiguous"; values: readonly string[] };

/** Inserted by browsers and formatters to set the direction of numbers; invisible. */
const directionMarks = /[\u200e\u200f\u061c\u2066-\u2069\ufeff]/g;

/** Converts to Latin digits and to one character per kind of minus, space, apostrophe and comma. */
const normalize = (typed: string): string =>
  latinDigits(typed)
    .replace(directionMarks, "")
    .trim()
    .replace(/\s/g, " ")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll("\u060c", ",")
    .replace(/^\u2212/, "-")
    .replace(/^\+/, "");

const patternOf = (groupSigns: string, decimal: string) =>
  new RegExp(`^(-?)(\\d*|[1-9]\\d{0,2}([${groupSigns} '\u066c])\\d{3}(?:\\3\\d{3})*)(?:${decimal}(\\d*))?$`);
const withPoint = patternOf(",", "\\.");
const withComma = patternOf(".", ",");
const withArabicDecimal = patternOf(".,", "\u066b");

function parse(plain: string, pattern: RegExp): string | null {
  const [, minus = "", whole = "", , fraction = ""] = pattern.exec(plain) ?? [];
  if (whole === "" && fraction === "") return null;
  const digits = whole.replace(/\D/g, "").replace(/^0+(?=\d)/, "") || "0";
  const value = `${minus}${digits}${fraction && `.${fraction}`}`;
  return isAmount(value) ? value : null;
}

export const significantDecimals = (value: string): number => value.split(".")[1]?.replace(/0+$/, "").length ?? 0;

/**
 * Reads a typed or pasted number, in the digits of any script, to decimal text. The language's signs decide. The other sign is accepted
 * where it can't be misunderstood (`1,5` in English); otherwise the readings are returned for the field to ask.
 */
export function readTypedNumber(typed: string, signs: NumberSeparators, rules: TypedNumberRules): NumberReading {
  const plain = normalize(typed);
  if (plain === "") return { kind: "empty" };
  if (plain.includes("\u066b")) return asNumber(parse(plain, withArabicDecimal));
  const byPoint = parse(plain, withPoint);
  const byComma = parse(plain, withComma);
  if (byPoint === null || byComma === null || byPoint === byComma) {
    const value = byPoint ?? byComma;
    return value === null ? { kind: "invalid" } : readSingle(plain, value, signs, rules);
  }
  return readThreeDigits(plain.includes(".") ? "." : ",", byPoint, byComma, signs, rules);
}

const asNumber = (value: string | null): NumberReading =>
  value === null ? { kind: "invalid" } : { kind: "number", value };

/** A group sign at the wrong position, such as `1,2345` in English, may also be a typing error in 12,345. */
function readSingle(
  plain: string,
  value: string,
  { group }: NumberSeparators,
  { decimals }: TypedNumberRules,
): NumberReading {
  const [, whole = "", fraction = ""] = /^-?([1-9]\d*)[.,](\d+)$/.exec(plain) ?? [];
  const isMisplaced = whole !== "" && plain.includes(group) && fraction.length > 3 && fraction.length <= decimals;
  const ungrouped = plain.replace(/[.,]/, "");
  return isMisplaced && isAmount(ungrouped) ? { kind: "ambiguous", values: [value, ungrouped] } : asNumber(value);
}

/** One sign with three digits after it: `1.234`. */
function readThreeDigits(
  sign: "." | ",",
  byPoint: string,
  byComma: string,
  { decimal, group }: NumberSeparators,
  { decimals, max = Number.POSITIVE_INFINITY, isMostlySmall = false }: TypedNumberRules,
): NumberReading {
  const [small, large] = sign === "." ? [byPoint, byComma] : [byComma, byPoint];
  const isPossible = decimals >= significantDecimals(small);
  if (isPossible && Math.abs(Number(large)) > max) return asNumber(small);
  const fits = decimals >= 3;
  if (sign === decimal && fits) return asNumber(small);
  // A grouping point could be the decimal sign of numeric keypads and invoices; a grouping comma is hardly anything else.
  const isDecimalOfKeypads = sign === "." && sign !== group;
  if (!fits && !isDecimalOfKeypads && sign !== decimal) return asNumber(large);
  if (!fits) return { kind: "ambiguous", values: isPossible ? [large, small] : [large] };
  if (sign === group && sign === "," && !isMostlySmall) return asNumber(large);
  return { kind: "ambiguous", values: sign === group ? [large, small] : [small, large] };
}

/**
 * The value of a field whose number must be confirmed: not a number, so that every schema rejects it. It survives drafts, and the field asks
 * again when it is restored.
 */
export const unconfirmedNumber = (typed: string): string => `${typed}?`;

/** The typed text of an unconfirmed number; null for other values. */
export const typedOfUnconfirmed = (value: string): string | null => (value.endsWith("?") ? value.slice(0, -1) : null);

/** Whether a value is the factor or more above or below the one before, mostly caused by a wrong decimal sign. */
export function isUnusualChange(before: string | null | undefined, after: string, factor: number): boolean {
  const [from, to] = [Number(before ?? ""), Number(after)];
  return from > 0 && to > 0 && (to >= from * factor || to * factor <= from);
}

/** Factor for amounts, compared with the last one of the same person or department. */
export const unusualAmountFactor = 100;

/** Exchange rates change little. */
export const unusualRateFactor = 1.2;

export interface ComparedNumber {
  /** The last comparable value. */
  before?: string | null;
  unusualFactor?: number;
}

/** The value of a field for a typed text: a number, the text itself if it is invalid, or an unconfirmed number. */
export function valueOfTyped(
  typed: string,
  signs: NumberSeparators,
  { before, unusualFactor = unusualAmountFactor, ...rules }: TypedNumberRules & ComparedNumber,
): string {
  const reading = readTypedNumber(typed, signs, rules);
  if (reading.kind === "empty") return "";
  if (reading.kind === "invalid") return typed;
  if (reading.kind === "ambiguous") return unconfirmedNumber(typed);
  return isUnusualChange(before, reading.value, unusualFactor) ? unconfirmedNumber(typed) : reading.value;
}

/** The readings of an unconfirmed number; empty for other values. */
export function readingsOfUnconfirmed(
  value: string,
  signs: NumberSeparators,
  rules: TypedNumberRules,
): readonly string[] {
  const typed = typedOfUnconfirmed(value);
  const reading = typed === null ? null : readTypedNumber(typed, signs, rules);
  if (reading?.kind === "number") return [reading.value];
  return reading?.kind === "ambiguous" ? reading.values : [];
}
