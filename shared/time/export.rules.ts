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

/** For file names: `time-2026-11-12-2026-11-18.csv`. */
export const exportName = (from: string, to: string, kind: "csv" | "xlsx"): string => `time-${from}-${to}.${kind}`;
