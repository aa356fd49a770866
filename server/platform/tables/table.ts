import type { Encoding, Separator } from "../../../shared/kernel/table-text";
import { type DecodedText, decodeText } from "./encoding";
import { TableBudget } from "./table-budget";
import { readTextTable } from "./text-table";
import { readWorkbook } from "./workbook";

/** A cell as displayed; for workbooks also with its value. */
export interface TableCell {
  text: string;
  /** For a number: its value rounded to 15 digits, as decimal text. */
  number?: string;
  /** The date as `YYYY-MM-DD`, for a cell displayed as a date. */
  day?: string;
}

export interface TableRow {
  /** Line of the file where the row begins, or row number in the sheet; starts at 1. */
  line: number;
  cells: TableCell[];
}

export interface TableFile {
  rows: TableRow[];
  /** Encoding and separator used; null for workbooks, which declare them. */
  text: { encoding: Encoding; separator: Separator; isDoubtful: boolean } | null;
}

export interface TableOptions {
  mostRows: number;
  encoding?: Encoding | undefined;
  separator?: Separator | undefined;
}

export const presentText = (text: TableFile["text"]) =>
  text && { encoding: text.encoding, separator: text.separator, doubtful: text.isDoubtful };

const maxColumns = 100;
/** Characters per cell, more than any field allows: longer cells are truncated but are still too long to be valid. */
const longestCell = 5_000;

/**
 * Reads a table from CSV, TSV or XLSX, detected by content. Empty rows are omitted. Returns up to one data row more than `maxRows`, so that
 * callers detect too many rows. Must run in a child process.
 * @throws when the file isn't a table, or exceeds the limits of imported tables.
 */
export async function readTable(bytes: Uint8Array, options: TableOptions): Promise<TableFile> {
  const signature = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if (signature === "\u00d0\u00cf\u0011\u00e0") throw new Error("an old or encrypted workbook");
  if (signature.startsWith("PK")) {
    const rows = await readWorkbook(Buffer.from(bytes), { rows: options.mostRows + 2, columns: maxColumns });
    return { rows: rows.map(shortened), text: null };
  }
  return parseTextTable(decodeText(bytes, options.encoding), options);
}

export function parseTextTable(
  { text, encoding, isDoubtful }: DecodedText,
  { mostRows, separator }: TableOptions,
): TableFile {
  const table = readTextTable(text, mostRows, separator);
  const rows = table.rows.map(shortened);
  const budget = new TableBudget();
  for (const { cells } of rows) for (const cell of cells) if (cell.text !== "") budget.countCell(cell.text.length);
  return { rows, text: { encoding, separator: table.separator, isDoubtful } };
}

const shortened = ({ line, cells }: TableRow): TableRow => ({
  line,
  cells: cells
    .slice(0, maxColumns)
    .map((cell) => (cell.text.length > longestCell ? { text: cell.text.slice(0, longestCell) } : cell)),
});
