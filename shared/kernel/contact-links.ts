/** Characters to percent-encode. `+` and similar characters stay unencoded, because some programs compare addresses literally. */
const plain = /[^\w.@~!$'*+-]/gu;

/**
 * An email address as a link (RFC 6068). Encodes characters that would end the address or add headers (`?cc=`, `&body=`), and drops lone
 * surrogates.
 */
export const mailLink = (address: string): string =>
  `mailto:${address.replace(/\p{Surrogate}/gu, "").replace(plain, encodeURIComponent)}`;

/** A phone number as a link (RFC 3966): Latin digits and an optional leading plus sign. */
export function phoneLink(number: string): string {
  const digits = number.replace(/[٠-٩۰-۹]/g, (digit) => String(((digit.charCodeAt(0) - 0x0660) % 0x90) % 0x10));
  return `tel:${/^\s*\+/.test(number) ? "+" : ""}${digits.replace(/\D/g, "")}`;
}
