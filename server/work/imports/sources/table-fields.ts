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

/** Titles of columns that can occur several times; the last value counts: Jira lists all sprints in which an issue has been. */
const titlesOfHistory = new Set(["Sprint"]);

/**
 * Makes fields of columns that have values. The kind is the narrowest one that fits all values of the column: number, day, choice, link or
 * text. Columns with the same title are one field: several choices, or a text if there are too many of them.
 */
export function readFields(
  columns: readonly FieldColumn[],
  rows: readonly (readonly string[])[],
  losses: LossCounter,
  maxFields = maxFieldsPerProject,
): TableFields {
  const columnsOfTitle = groupBy(columns, ({ title }) => title);
  const fields: ImportedField[] = [];
  const readers: ((row: readonly string[]) => [string, ImportedValue] | null)[] = [];
  for (const [title, repeated] of columnsOfTitle) {
    const valuesOf = (row: readonly string[]) => {
      const filled = [...new Set(repeated.flatMap(({ at }) => row[at]?.trim() || []))];
      return titlesOfHistory.has(title) ? filled.slice(-1) : filled;
    };
    const lists = rows.map(valuesOf).filter((list) => list.length > 0);
    if (lists.length === 0) continue;
    if (fields.length >= maxFields) {
      losses.add("unread", title, lists.length);
      continue;
    }
    const id = `field:${title}`;
    const { read, ...field } = fieldOfLists(lists);
    fields.push({ id, title, ...field });
    readers.push((row) => {
      const list = valuesOf(row);
      const value = list.length === 0 ? null : read(list);
      return value === null ? null : [id, value];
    });
  }
  return {
    fields,
    valuesOfRow: (row) => new Map(readers.flatMap((read) => [read(rows[row] ?? [])].filter((pair) => pair !== null))),
  };
}

interface ReadField<Cell> extends Pick<ImportedField, "kind" | "options"> {
  read(cell: Cell): ImportedValue | null;
}

function fieldOfLists(lists: readonly (readonly string[])[]): ReadField<readonly string[]> {
  if (lists.some(({ length }) => length > 1)) {
    const titles = [...new Set(lists.flat())];
    const areOptions = titles.length <= maxOptions && titles.every(({ length }) => length <= maxOptionTitleLength);
    if (areOptions) return { kind: "choices", options: optionsOf(titles), read: (list) => [...list] };
  }
  const joined = (list: readonly string[]) => list.join(", ");
  const { read, ...field } = fieldOfCells(lists.map(joined));
  return { ...field, read: (list) => read(joined(list)) };
}

function fieldOfCells(cells: readonly string[]): ReadField<string> {
  const numbers = new NumberColumn(cells);
  if (cells.every((cell) => numbers.numberOf(cell) !== null))
    return { kind: "number", options: [], read: (cell) => numbers.numberOf(cell) };
  const dates = new DateColumn(cells);
  if (cells.every((cell) => dates.dateOf(cell) !== null))
    return { kind: "day", options: [], read: (cell) => dates.dateOf(cell) };
  if (cells.every((cell) => /^https?:\/\/\S+$/i.test(cell))) return { kind: "link", options: [], read: textOrNull };
  const titles = [...new Set(cells)];
  const isChoice =
    titles.length <= Math.min(mostOptions, maxOptions) &&
    titles.length * 2 <= Math.max(cells.length, 4) &&
    titles.every((title) => title.length <= maxOptionTitleLength);
  if (!isChoice) return { kind: "text", options: [], read: textOrNull };
  return { kind: "choice", options: optionsOf(titles), read: textOrNull };
}

const optionsOf = (titles: readonly string[]): ImportedField["options"] =>
  titles.map((title, at) => ({ id: title, title, color: toneAt(at) }));

const textOrNull = (cell: string): string | null => cell || null;
