import { compareAmounts } from "../../../shared/kernel/money";
import { readTypedNumber, significantDecimals, type TypedNumberRules } from "../../../shared/kernel/typed-numbers";
import type { Formats } from "../../platform/intl/formats";

type NumberFormats = Pick<Formats, "amount" | "signs">;

/** A number as a field shows it: with group signs unless they could be misread, so that typing the shown text gives the same number. */
export function numberText(
  value: string,
  leastDecimals: number,
  rules: TypedNumberRules,
  { amount, signs }: NumberFormats,
): string {
  const decimals = Math.max(leastDecimals, significantDecimals(value));
  const grouped = amount(value, decimals);
  const reading = readTypedNumber(grouped, signs, rules);
  const isSame = reading.kind === "number" && compareAmounts(reading.value, value) === 0;
  return isSame ? grouped : amount(value, decimals, false);
}

/** A number in a question, always with decimals, so that group and decimal signs are distinguishable. */
export const questionedNumberText = (value: string, leastDecimals: number, { amount }: NumberFormats): string =>
  amount(value, Math.max(2, leastDecimals, significantDecimals(value)));

/**
 * Removes the group signs that the field itself inserted: after a digit of 1,234 has been deleted, 1,23 means 123. Text that replaces the
 * shown number is unchanged.
 */
export function withoutShownGroups(formatted: string, typed: string, { group }: Formats["signs"]): string {
  if (group === "" || !formatted.includes(group) || !typed.includes(group)) return typed;
  const length = Math.min(formatted.length, typed.length);
  let start = 0;
  while (start < length && formatted[start] === typed[start]) start++;
  let end = 0;
  while (end < length - start && formatted.at(-1 - end) === typed.at(-1 - end)) end++;
  return start + end === length ? typed.replaceAll(group, "") : typed;
}
