/** Remainder modulo 97 of the digits, in which letters count from 10 (ISO 7064). */
function remainder97(text: string): number {
  let remainder = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** The creditor reference (ISO 11649) without spaces, or null if the text isn't one with right check digits. */
export function creditorReferenceOf(text: string): string | null {
  const plain = text.replace(/\s/g, "").toUpperCase();
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(plain)) return null;
  return remainder97(`${plain.slice(4)}${plain.slice(0, 4)}`) === 1 ? plain : null;
}

/** Whether the text is written like a creditor reference, in groups of four, but has a typo. Other numbers may begin with RF as well. */
export const isMistypedCreditorReference = (text: string): boolean =>
  /^RF\d{2}(?: [A-Z0-9]{4})+(?: [A-Z0-9]{1,4})?$/i.test(text.trim()) && creditorReferenceOf(text) === null;
