import type { Language } from "../languages";

/** Text, a number, a day (`YYYY-MM-DD`) or an amount with its decimals. */
export type TableCell = string | number | { day: string } | { amount: string } | null;

interface CsvFormat {
  separator: "," | ";";
  decimal: "." | ",";
}

const pointFormat: CsvFormat = { separator: ",", decimal: "." };
/** Separator and decimal sign that a spreadsheet program expects in a language. Other languages use the point. */
const formats: Partial<Record<Language, CsvFormat>> = { de: { separator: ";", decimal: "," } };

/**
 * CSV in the format of a language: numbers without units or thousands separators, days in ISO 8601. An apostrophe neutralizes formulas in
 * texts (OWASP, "CSV injection"), because they are written by users. The byte order mark makes Excel read the file as UTF-8.
 */
export function serializeCsv(table: readonly (readonly TableCell[])[], language: Language): string {
  const { separator, decimal } = formats[language] ?? pointFormat;
  const line = (cells: readonly TableCell[]) => cells.map((cell) => csvCell(cell, decimal)).join(separator);
  return `\ufeff${table.map(line).join("\r\n")}\r\n`;
}

/**
 * The start of a cell: characters that spreadsheets skip (spaces, tabs, line breaks, quotes) and an optional formula sign, including
 * full-width signs. Semicolons, tabs and line breaks also start a cell, because Excel splits at semicolons in locales with a decimal comma.
 * Matches with or without a sign, so that the scan stays linear.
 */
const cellBegins = /(?:^|[;\t\r\n])[\s";\u200b\ufeff]*(?=([=+\-@\uff1d\uff0b\uff0d\uff20])?)/g;

const withoutFormula = (text: string) =>
  text.replace(cellBegins, (skipped: string, sign: string | undefined, at: number) => {
    const isRisky = sign !== undefined || /^[\t\r]/.test(skipped);
    const before = at === 0 && isRisky ? "'" : "";
    return before + skipped + (sign !== undefined && /[;\t\r\n]/.test(skipped) ? "'" : "");
  });

/** Removes the apostrophes that protect exported cells from formulas. */
export const removeFormulaGuard = (cell: string): string =>
  cell.replace(/(^|[;\t\r\n][\s";\u200b\ufeff]*)'(?=[\s";\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/g, "$1");

function csvCell(cell: TableCell, decimal: CsvFormat["decimal"]): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell).replace(".", decimal);
  if (typeof cell === "object") return "day" in cell ? cell.day : cell.amount.replace(".", decimal);
  const safe = withoutFormula(cell);
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
