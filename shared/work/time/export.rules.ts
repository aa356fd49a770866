import { roundToHours, hoursOfLines } from "./hours.rules";

export interface ExportLine {
  date: string;
  person: string;
  project: string;
  key: string;
  task: string;
  minutes: number;
  note: string;
}

/** A string is exported as text, even if it looks like a formula. */
export type ExportCell = string | number;

export function exportTable(titles: readonly string[], total: string, lines: readonly ExportLine[]): ExportCell[][] {
  const sorted = lines.toSorted((a, b) => a.date.localeCompare(b.date) || a.key.localeCompare(b.key));
  const minutes = sorted.reduce((all, line) => all + line.minutes, 0);
  const hours = hoursOfLines(sorted.map((line) => line.minutes));
  return [
    [...titles],
    ...sorted.map((line, at) => [
      line.date,
      line.person,
      line.project,
      line.key,
      line.task,
      hours[at] as number,
      line.minutes,
      line.note,
    ]),
    [total, "", "", "", "", roundToHours(minutes), minutes, ""],
  ];
}

/** Name of the exported file; `person` for another user's sheet, so that the exports of several users don't have the same name. */
export function exportName(from: string, to: string, kind: "csv" | "xlsx", person: string | null): string {
  const name = (person ?? "").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return ["time", ...(name ? [name] : []), from, to].join("-") + `.${kind}`;
}
