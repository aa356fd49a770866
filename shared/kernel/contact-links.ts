/** What may stand in the address as it is; `+` and the like do, since some programs compare addresses as they are written. */
const plain = /[^\w.@~!$'*+-]/gu;

/**
 * An e-mail address as a link (RFC 6068): what would end it, or say something to the mail program (`?cc=`, `&body=`), is encoded.
 * A half of a character, which has no code, is left out.
 */
export const mailLink = (address: string): string =>
  `mailto:${address.replace(/\p{Surrogate}/gu, "").replace(plain, encodeURIComponent)}`;

/** A number as a link (RFC 3966): its digits, of whatever script, with a plus in front where it has one. */
export function phoneLink(number: string): string {
  const digits = number.replace(/[٠-٩۰-۹]/g, (digit) => String(((digit.charCodeAt(0) - 0x0660) % 0x90) % 0x10));
  return `tel:${/^\s*\+/.test(number) ? "+" : ""}${digits.replace(/\D/g, "")}`;
}
