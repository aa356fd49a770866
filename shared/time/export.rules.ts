/** One line of an export, in the order of its columns. */
export interface ExportLine {
  date: string;
  person: string;
  project: string;
  key: string;
  task: string;
  minutes: number;
  note: string;
}

/** A cell of a sheet: text stays text, whatever it begins with. */
export type ExportCell = string | number;

/** Titles, then the lines by day, then their sum. Hours as a decimal number, to reckon with; minutes beside them. */
export function exportTable(titles: readonly string[], total: string, lines: readonly ExportLine[]): ExportCell[][] {
  const sorted = lines.toSorted((a, b) => a.date.localeCompare(b.date) || a.key.localeCompare(b.key));
  const minutes = sorted.reduce((all, line) => all + line.minutes, 0);
  return [
    [...titles],
    ...sorted.map((line) => [
      line.date,
      line.person,
      line.project,
      line.key,
      line.task,
      inHours(line.minutes),
      line.minutes,
      line.note,
    ]),
    [total, "", "", "", "", inHours(minutes), minutes, ""],
  ];
}

const inHours = (minutes: number) => Math.round((minutes / 60) * 100) / 100;

/**
 * As CSV that spreadsheets read as text: what begins like a formula gets an apostrophe before it (OWASP, "CSV
 * injection"), since titles and notes are written by anybody. With a byte order mark, or Excel takes it for another
 * encoding.
 */
export function csvOf(table: readonly (readonly ExportCell[])[]): string {
  return `\ufeff${table.map((cells) => cells.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

/** A sign, also behind what a spreadsheet skips: spaces, tabs, line ends, and wide forms. */
const formula = /^[\s\u200b\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

function csvCell(cell: ExportCell): string {
  if (typeof cell === "number") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** For file names: `time-2026-11-12-2026-11-18.csv`. */
export const exportName = (from: string, to: string, kind: "csv" | "xlsx"): string => `time-${from}-${to}.${kind}`;
