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
 * A sign, also behind what a spreadsheet skips: spaces, tabs, line ends, and wide forms. And behind a semicolon, a tab or a line's end: where
 * the comma writes decimals, as in German, Excel divides by semicolons, knows no quotes but a cell's first, and begins a new cell there.
 */
const formula = /(^|[;\t\r\n])(?=[\s"\u200b\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = cell.replace(formula, "$1'");
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
