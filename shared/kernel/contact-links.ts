import { latinDigits } from "./digits";

/** Characters to percent-encode. `+` and similar characters stay unencoded, because some programs compare addresses literally. */
const plain = /[^\w.@~!$'*+-]/gu;

/**
 * An email address as a link (RFC 6068). Encodes characters that would end the address or add headers (`?cc=`, `&body=`), and drops lone
 * surrogates.
 */
export const mailLink = (address: string): string =>
  `mailto:${address.replace(/\p{Surrogate}/gu, "").replace(plain, encodeURIComponent)}`;

/** Returns a phone number as a link (RFC 3966) with Latin digits, an optional leading plus sign and an optional extension. */
export function phoneLink(number: string): string {
  const [main = "", extension] = latinDigits(number).split(/[\p{L}#]+/u);
  const digits = (text: string) => text.replace(/\D/g, "");
  return `tel:${/^\s*\+/.test(main) ? "+" : ""}${digits(main)}${extension ? `;ext=${digits(extension)}` : ""}`;
}
