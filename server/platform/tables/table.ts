import { type Encoding, type Separator, separators } from "../../../shared/kernel/table-text";
import { type DecodedText, decodeText } from "./encoding";
import { type CountTitles, findHeadRow, firstLinesOf, headRowsSearched } from "./head-row";
import { TableBudget } from "./table-budget";
import { readTextTable } from "./text-table";
import { readSheet } from "./workbook";

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

/** Where in the file the table is; users can choose another sheet or row. */
export interface TableLayout {
  /** Names of a workbook's visible sheets; empty for text. */
  sheets: string[];
  sheet: number;
  /** Line of the row with the column titles, or of the first row; null for an empty table. */
  head: number | null;
  firstLines: { line: number; text: string }[];
}

export interface TableFile {
  /** From the row with the column titles on. */
  rows: TableRow[];
  layout: TableLayout;
  /** Encoding and separator used; null for workbooks, which declare them. */
  text: { encoding: Encoding; separator: Separator; isDoubtful: boolean } | null;
}

export interface TableOptions {
  mostRows: number;
  encoding?: Encoding | undefined;
  separator?: Separator | undefined;
  /** Index of a visible sheet and line of the row with the column titles, if the user selected them. */
  sheet?: number | undefined;
  head?: number | undefined;
  /** Columns per row and characters per cell; larger ones are truncated. */
  limits?: { columns: number; cell: number } | undefined;
  /** Recognizes column titles; without it the table begins with the first row. */
  countTitles?: CountTitles | undefined;
}

/** The options of a table that users choose. */
export type TableChoice = Pick<TableOptions, "encoding" | "separator" | "sheet" | "head">;

export const tableChoiceOf = ({ encoding, separator, sheet, head }: TableChoice): TableChoice => ({
  encoding,
  separator,
  sheet,
  head,
});

export const presentText = (text: TableFile["text"]) =>
  text && { encoding: text.encoding, separator: text.separator, doubtful: text.isDoubtful };

export const presentLayout = ({ sheets, sheet, head, firstLines }: TableLayout) => ({
  sheets,
  sheet,
  head,
  first_lines: firstLines,
});

/** More characters per cell than any field of a person allows: truncated cells are still too long to be valid. */
const usualLimits = { columns: 100, cell: 5_000 };

/**
 * Reads a table from CSV, TSV or XLSX, detected by content. Empty rows are omitted, and rows above the column titles, of which the first
 * rows are searched. Returns more data rows than `mostRows` if the file has more, so that callers detect too many rows. Must run in a child
 * process.
 * @throws when the file isn't a table, or exceeds the limits of imported tables.
 */
export async function readTable(bytes: Uint8Array, options: TableOptions): Promise<TableFile> {
  const signature = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if (signature === "\u00d0\u00cf\u0011\u00e0") throw new Error("an old or encrypted workbook");
  if (signature.startsWith("PK")) {
    const most = { rows: options.mostRows + 1 + headRowsSearched, columns: (options.limits ?? usualLimits).columns };
    const { rows, ...place } = await readSheet(Buffer.from(bytes), most, options);
    return { ...belowHead(rows.map(shortenedBy(options)), place, options), text: null };
  }
  return parseTextTable(decodeText(bytes, options.encoding), options);
}

export function parseTextTable({ text, encoding, isDoubtful }: DecodedText, options: TableOptions): TableFile {
  const table = readTextTable(text, options.mostRows + headRowsSearched, separatorByTitles(text, options));
  const rows = table.rows.map(shortenedBy(options));
  const budget = new TableBudget();
  for (const { cells } of rows) for (const cell of cells) if (cell.text !== "") budget.countCell(cell.text.length);
  const usedText = { encoding, separator: table.separator, isDoubtful };
  return { ...belowHead(rows, { sheets: [], sheet: 0 }, options), text: usedText };
}

/**
 * The chosen separator, or the one with which column titles are found, because rows above the titles mislead the usual detection; undefined
 * without column titles.
 */
function separatorByTitles(text: string, { separator, countTitles }: TableOptions): Separator | undefined {
  if (separator || !countTitles) return separator;
  const titlesBy = (candidate?: Separator) =>
    findHeadRow(readTextTable(text, headRowsSearched, candidate).rows, countTitles).titles;
  if (titlesBy() >= 2) return undefined;
  const counted = separators.map((candidate) => ({ candidate, titles: titlesBy(candidate) }));
  const [best] = counted.toSorted((a, b) => b.titles - a.titles);
  return best && best.titles >= 2 ? best.candidate : undefined;
}

function belowHead(
  rows: TableRow[],
  place: Pick<TableLayout, "sheets" | "sheet">,
  { head, countTitles }: TableOptions,
): Pick<TableFile, "rows" | "layout"> {
  const chosen = head === undefined ? -1 : rows.findIndex(({ line }) => line >= head);
  const at = chosen >= 0 || !countTitles ? Math.max(0, chosen) : findHeadRow(rows, countTitles).at;
  return {
    rows: rows.slice(at),
    layout: { ...place, head: rows[at]?.line ?? null, firstLines: firstLinesOf(rows) },
  };
}

const shortenedBy =
  ({ limits = usualLimits }: TableOptions) =>
  ({ line, cells }: TableRow): TableRow => ({
    line,
    cells: cells
      .slice(0, limits.columns)
      .map((cell) => (cell.text.length > limits.cell ? { text: cell.text.slice(0, limits.cell) } : cell)),
  });
