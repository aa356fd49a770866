type CsvCell = string | number | null;

/**
 * As CSV that spreadsheets read as text: what begins like a formula gets an apostrophe before it (OWASP, "CSV
 * injection"), since titles and notes are written by anybody. With a byte order mark, or Excel takes it for another
 * encoding.
 */
export function csvOf(table: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${table.map((cells) => cells.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

/**
 * Where a cell begins, with what a spreadsheet skips there (spaces, tabs, line ends, quotes), and the sign behind it that makes a formula of it,
 * wide forms as well. A cell also begins behind a semicolon, a tab or a line's end: where the comma writes decimals, as in German, Excel
 * divides by semicolons and knows no quotes but a cell's first. It matches whether there is a sign or not, so that no run is looked at twice.
 */
const cellBegins = /(?:^|[;\t\r\n])[\s";\u200b\ufeff]*(?=([=+\-@\uff1d\uff0b\uff0d\uff20])?)/g;

/** A text with an apostrophe wherever a spreadsheet would begin a formula. */
const withoutFormula = (text: string) =>
  text.replace(cellBegins, (skipped: string, sign: string | undefined, at: number) => {
    const isRisky = sign !== undefined || /^[\t\r]/.test(skipped);
    const before = at === 0 && isRisky ? "'" : "";
    return before + skipped + (sign !== undefined && /[;\t\r\n]/.test(skipped) ? "'" : "");
  });

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = withoutFormula(cell);
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
