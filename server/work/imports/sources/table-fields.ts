import { groupBy } from "../../../../shared/kernel/group-by";
import { maxFieldsPerProject, maxOptionTitleLength, maxOptions } from "../../../../shared/work/fields/fields.schema";
import type { ImportedField, ImportedValue, LossCounter } from "../imported-board";
import { toneAt } from "../tones";
import { DateColumn, NumberColumn } from "./table-values";

export interface FieldColumn {
  /** Position in the table. */
  at: number;
  title: string;
}

/** Columns of a table as fields of the project. */
export interface TableFields {
  fields: ImportedField[];
  valuesOfRow(row: number): Map<string, ImportedValue>;
}

/** With at most this many different values, each used twice on average, a column of words is a choice. */
const mostOptions = 30;

/**
 * Makes fields of columns that have values. The kind is the narrowest one that fits all values of the column: number, day, choice, link or
 * text. Columns with the same title are one field, of which the last value counts, because Jira lists the sprints of a card in their order.
 */
export function readFields(
  columns: readonly FieldColumn[],
  rows: readonly (readonly string[])[],
  losses: LossCounter,
): TableFields {
  const columnsOfTitle = groupBy(columns, ({ title }) => title);
  const fields: ImportedField[] = [];
  const readers: ((row: readonly string[]) => [string, ImportedValue] | null)[] = [];
  for (const [title, repeated] of columnsOfTitle) {
    const cellOf = (row: readonly string[]) =>
      repeated.map(({ at }) => row[at]?.trim() ?? "").findLast((cell) => cell !== "") ?? "";
    const cells = rows.map(cellOf).filter((cell) => cell !== "");
    if (cells.length === 0) continue;
    if (fields.length === maxFieldsPerProject) {
      losses.add("unread", title, cells.length);
      continue;
    }
    const id = `field:${title}`;
    const { read, ...field } = fieldOfCells(cells);
    fields.push({ id, title, ...field });
    readers.push((row) => {
      const value = read(cellOf(row));
      return value === null ? null : [id, value];
    });
  }
  return {
    fields,
    valuesOfRow: (row) => new Map(readers.flatMap((read) => [read(rows[row] ?? [])].filter((pair) => pair !== null))),
  };
}

interface ReadField extends Pick<ImportedField, "kind" | "options"> {
  read(cell: string): ImportedValue | null;
}

function fieldOfCells(cells: readonly string[]): ReadField {
  const numbers = new NumberColumn(cells);
  if (cells.every((cell) => numbers.numberOf(cell) !== null))
    return { kind: "number", options: [], read: (cell) => numbers.numberOf(cell) };
  const dates = new DateColumn(cells);
  if (cells.every((cell) => dates.dateOf(cell) !== null))
    return { kind: "day", options: [], read: (cell) => (cell === "" ? null : dates.dateOf(cell)) };
  if (cells.every((cell) => /^https?:\/\/\S+$/i.test(cell))) return { kind: "link", options: [], read: textOrNull };
  const titles = [...new Set(cells)];
  const isChoice =
    titles.length <= Math.min(mostOptions, maxOptions) &&
    titles.length * 2 <= Math.max(cells.length, 4) &&
    titles.every((title) => title.length <= maxOptionTitleLength);
  if (!isChoice) return { kind: "text", options: [], read: textOrNull };
  return {
    kind: "choice",
    options: titles.map((title, at) => ({ id: title, title, color: toneAt(at) })),
    read: textOrNull,
  };
}

const textOrNull = (cell: string): string | null => cell || null;
