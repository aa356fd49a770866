import { latinDigits } from "../../../shared/kernel/digits";
import { isAmount } from "../../../shared/kernel/money";

/** What separates in the reader's language; other people's signs are understood as well. */
export interface Signs {
  decimal: string;
  group: string;
}

/**
 * An amount as it was typed or pasted, in the digits and signs of any of our languages, as the text we reckon with. A
 * sign that stands alone separates decimals, unless the reader's language groups with it and three digits follow.
 * Null where it is no amount.
 */
export function amountOf(typed: string, signs: Signs): string | null {
  const plain = latinDigits(typed)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "") // marks that only steer the direction of text
    .replace(/\u066b/g, ",\u0000") // an Arabic decimal sign is never anything else
    .replace(/[\u066c\u2019'\u00a0\u202f\s]/g, "")
    .replace(/\u2212/g, "-");
  const text = plain.includes("\u0000") ? plain.replaceAll(".", "").replace(",\u0000", ".") : pointed(plain, signs);
  const whole = text.startsWith(".") ? `0${text}` : text.endsWith(".") ? text.slice(0, -1) : text;
  const slim = whole.replace(/^(-?)0+(?=\d)/, "$1");
  return isAmount(slim) ? slim : null;
}

/** With a point before the decimals, and no signs of thousands. */
function pointed(text: string, { group }: Signs): string {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last < 0) return text;
  const sign = text.charAt(last);
  const mixed = text.includes(".") && text.includes(",");
  const several = text.indexOf(sign) !== last;
  const grouping = !mixed && (several || (sign === group && /^-?[1-9]\d{0,2}$/.test(text.slice(0, last))));
  const allGroups = /^-?\d{1,3}([.,]\d{3})+$/.test(text);
  if (grouping && allGroups) return text.replace(/[.,]/g, "");
  if (several) return text; // 1.2.3 is no amount
  const whole = text.slice(0, last);
  if (mixed && !/^-?\d{1,3}([.,]\d{3})+$/.test(whole)) return text;
  return `${whole.replace(/[.,]/g, "")}.${text.slice(last + 1)}`;
}
