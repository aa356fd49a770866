/** Whether a spreadsheet program has replaced a number by a shortened one, such as "4,91512E+11", whose other digits are lost. */
export const isShortenedNumber = (text: string): boolean => /^[+-]?\d+(?:[.,٫]\d+)?e[+-]?\d+$/iu.test(text.trim());
