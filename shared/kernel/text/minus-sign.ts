/** Formatted numbers with the minus sign instead of the shorter hyphen, which programs write but typesetters don't. */
export const withMinusSign = (formatted: string): string => formatted.replaceAll("-", "\u2212");
