import type { ColumnFormat } from "../../../../shared/kernel/table-text";
import { removeFormulaGuard } from "../../../../shared/kernel/text/csv";
import { type NumberStyle, numberStyleOf, parseAmountIn } from "../../../../shared/kernel/written-amounts";
import { maxBatchSize } from "../../../../shared/requests/leave/ledger/ledger.schema";
import { normalizeForComparison } from "../../../platform/tables/normalize-for-comparison";
import { isShortenedNumber } from "../../../platform/tables/shortened-number";
import {
  parseTextTable,
  readTable,
  type TableChoice,
  type TableFile,
  type TableRow,
} from "../../../platform/tables/table";

export interface OpeningFileRow {
  /** Line number in the file, starting at 1. */
  line: number;
  /** Personnel number, e-mail address or full name. */
  person: string;
  type: string;
  /** The cell, and its number; null if it isn't one. */
  amount: string;
  days: number | null;
  /** Whether the personnel number was shortened by a spreadsheet program. */
  isShortened: boolean;
}

export interface OpeningFileInput {
  source: Uint8Array | string;
  choice?: TableChoice;
  /** Decimal separator, if the user selected it. */
  numbers?: NumberStyle | undefined;
}

export interface OpeningFile {
  /** At most `maxBatchSize` + 1 rows, so that callers detect files that are too long. */
  rows: OpeningFileRow[];
  text: TableFile["text"];
  layout: TableFile["layout"] | null;
  numbers: ColumnFormat | null;
}

const columns = ["person", "type", "days"] as const;
type Column = (typeof columns)[number];

const headings: Record<Column, string> = {
  person:
    "personnel number,employee id,employee number,email,e-mail,work email,person,name,full name,employee,employee name,personalnummer,mitarbeiter,الاسم,이름,ناو,mitarbeiternummer,e-mail-adresse,الرقم الوظيفي,البريد الإلكتروني,사번,이메일,직원 번호,ژمارەی کارمەند,ئیمەیڵ",
  type: "leave type,type,kind,leave,urlaubsart,abwesenheitsart,art,نوع الإجازة,النوع,휴가 유형,유형,휴가 종류,جۆری مۆڵەت,جۆر",
  days: "days,hours,balance,remaining,remaining days,tage,stunden,resturlaub,guthaben,أيام,الأيام,الرصيد,일수,잔여,시간,ڕۆژ,ڕۆژەکان,باڵانس",
};
const columnCalled = new Map(
  columns.flatMap((column) => headings[column].split(",").map((title) => [normalizeForComparison(title), column])),
);

const columnsOf = (titles: readonly string[]) => titles.map((title) => columnCalled.get(normalizeForComparison(title)));
/** Only a row with all columns is a head row, because the columns have a usual order. */
function countTitles(titles: readonly string[]): number {
  const titleColumns = columnsOf(titles);
  return columns.every((column) => titleColumns.includes(column)) ? columns.length : 0;
}

/**
 * Parses balances from a table with the columns person, leave type and days in this order, or as named by a header row.
 * @throws when the content isn't a table.
 */
export async function readOpenings({ source, choice, numbers }: OpeningFileInput): Promise<OpeningFile> {
  const options = { mostRows: maxBatchSize, ...choice, countTitles };
  const pasted = typeof source === "string";
  const table = pasted
    ? parseTextTable({ text: source, encoding: "utf-8", isDoubtful: false }, options)
    : await readTable(source, options);
  const titleColumns = columnsOf(table.rows[0]?.cells.map(({ text }) => text) ?? []);
  const hasHead = columns.every((column) => titleColumns.includes(column));
  const records = table.rows.slice(hasHead ? 1 : 0).slice(0, maxBatchSize + 1);
  const cellOf = ({ cells }: TableRow, column: Column) =>
    cells[hasHead ? titleColumns.indexOf(column) : columns.indexOf(column)];
  const textOf = (row: TableRow, column: Column) => removeFormulaGuard(cellOf(row, column)?.text ?? "").trim();
  const texts = records.filter((row) => cellOf(row, "days")?.number === undefined).map((row) => textOf(row, "days"));
  const found = numberStyleOf(texts);
  const style = numbers ?? (found.isAmbiguous ? null : found.style);
  const rows = records.map((row): OpeningFileRow => {
    const amount = textOf(row, "days");
    const parsed = amount === "" ? null : parseAmountIn(style, amount);
    const days = Number(cellOf(row, "days")?.number ?? parsed ?? Number.NaN);
    const isUndecided = found.isAmbiguous && style === null && /[.,]/.test(amount);
    const person = textOf(row, "person");
    const whole = isShortenedNumber(person) ? cellOf(row, "person")?.number : person;
    return {
      line: row.line,
      person: whole ?? person,
      isShortened: whole === undefined,
      type: textOf(row, "type"),
      amount,
      days: Number.isFinite(days) && !isUndecided ? days : null,
    };
  });
  return {
    rows,
    text: pasted ? null : table.text,
    layout: pasted ? null : table.layout,
    numbers: found.style && { style: found.style, ambiguous: found.isAmbiguous },
  };
}

declare module "../../../platform/child-processes" {
  interface ChildTable {
    openings(file: OpeningFileInput): Promise<OpeningFile>;
  }
}
