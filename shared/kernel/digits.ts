/**
 * Formats numbers among the values with the language's digits and digit grouping. Plural selectors stay numeric, and years are not grouped.
 * Ids and codes must be passed as text.
 */
export function formatNumbers<Value>(
  text: string,
  values: Readonly<Record<string, Value>>,
  write: (value: number, options?: { useGrouping: false }) => string,
): Record<string, Value | string> {
  const formatted: Record<string, Value | string> = { ...values };
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "number" || isNumericArgument(text, name)) continue;
    formatted[name] = /(^|_)year$/.test(name) ? write(value, { useGrouping: false }) : write(value);
  }
  return formatted;
}

export const isNumericArgument = (text: string, name: string): boolean =>
  text.includes(`{${name}, plural,`) || text.includes(`{${name}, number}`);

/**
 * Code points of the digit zero in all scripts that have their own digits. The digits one to nine follow each zero. Full-width digits come
 * last.
 */
export const zeroCodePoints = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450,
  0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16b50, 0x1e140, 0x1e2f0,
  0x1e950, 0xff10,
];

const values = new Map(
  zeroCodePoints.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(zero + digit), digit] as const),
  ),
);
const digits = new RegExp(`[${[...values.keys()].join("")}]`, "gu");

/** Converts the digits of all scripts to Latin digits. */
export const latinDigits = (text: string): string => text.replace(digits, (digit) => String(values.get(digit)));
