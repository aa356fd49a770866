type CsvCell = string | number | null;

/**
 * CSV in which an apostrophe neutralizes formulas (OWASP, "CSV injection"), because cells contain user text. The byte order mark makes
 * Excel read the file as UTF-8.
 */
export function serializeCsv(table: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${table.map((cells) => cells.map(csvCell).join(",")).join("\r\n")}\r\n`;
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

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = withoutFormula(cell);
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
