/** The zeros of the digits that people type: Arabic-Indic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];
const digits = new RegExp(
  `[${zeros.map((zero) => `\\u{${zero.toString(16)}}-\\u{${(zero + 9).toString(16)}}`).join("")}]`,
  "gu",
);

/** The same text with Latin digits, as programs read them. */
export const latinDigits = (text: string): string =>
  text.replace(digits, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) as number));
  });
