import { ValidationError } from "yup";
import { type DayStyle, parseDayIn, dayStyleOf } from "../../../../shared/kernel/written-days";
import type { ColumnFormat } from "../../../../shared/kernel/table-text";
import {
  amountAndCurrency,
  parseAmountIn,
  type NumberStyle,
  numberStyleOf,
  numberStyles,
  amountOutliersOf,
} from "../../../../shared/kernel/written-amounts";
import {
  dayFields,
  type ImportField,
  importFields,
  maxImportRows,
  numberFields,
} from "../../../../shared/people/people/people-import.contract";
import { type ImportRow, importRowSchema } from "../../../../shared/people/people/people.schema";
import { removeFormulaGuard } from "../../../../shared/kernel/text/csv";
import { normalizeForComparison } from "../../../platform/tables/normalize-for-comparison";
import { fullNameOf, personNameOf } from "../../../platform/tables/person-name";
import { isShortenedNumber } from "../../../platform/tables/shortened-number";
import {
  readTable,
  type TableCell,
  type TableChoice,
  type TableFile,
  type TableRow,
} from "../../../platform/tables/table";
import { valueAliases } from "./value-aliases";
import { guessImportFields } from "./column-titles";

/** An error or warning about a field, as a message id with its values. */
export interface FieldNote {
  field: ImportField;
  message: string;
  values?: Record<string, string | number>;
}

export interface PeopleFileRow {
  /** Line number in the file, starting at 1. */
  line: number;
  /** Contains only values that are present and valid; empty cells are left out. */
  values: Partial<ImportRow>;
  errors: FieldNote[];
  warnings: FieldNote[];
  /** Cells of the mapped columns, as in the file or as corrected. */
  cells: Partial<Record<ImportField, string>>;
}

export interface PeopleFileColumn {
  title: string;
  samples: string[];
  field: ImportField | null;
  isEmpty: boolean;
  /** Detected format of numbers and dates; null if the column has none. */
  numbers: ColumnFormat | null;
  days: ColumnFormat | null;
}

export interface PeopleFile {
  columns: PeopleFileColumn[];
  count: number;
  text: TableFile["text"];
  layout: TableFile["layout"];
  /** Empty without a mapping, or when there are too many rows. */
  rows: PeopleFileRow[];
  /** Indexes of columns with an ambiguous format that wasn't selected. */
  undecided: number[];
}

export interface CellCorrection {
  line: number;
  field: ImportField;
  value: string;
}

export interface ColumnMapping {
  /** Field of each column; empty if unused. */
  fields: readonly (ImportField | "" | undefined)[];
  /** Format of numbers or dates per column, if the user selected one. */
  formats: readonly (NumberStyle | DayStyle | "" | undefined)[];
  corrections: readonly CellCorrection[];
}

export interface PeopleFileInput {
  bytes: Uint8Array;
  choice?: TableChoice;
  mapping: ColumnMapping | null;
}

const countTitles = (titles: readonly string[]) => guessImportFields(titles).filter(Boolean).length;

/**
 * Parses a table of users, CSV or XLSX as detected from the content.
 * @throws when the content is neither.
 */
export async function readPeopleFile({ bytes, choice, mapping }: PeopleFileInput): Promise<PeopleFile> {
  const table = await readTable(bytes, { mostRows: maxImportRows, ...choice, countTitles });
  const [head, ...records] = table.rows;
  const width = Math.max(0, ...table.rows.map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, (_, at) => head?.cells[at]?.text ?? "");
  const guesses = guessImportFields(titles);
  const columns = titles.map((title, at): PeopleFileColumn => {
    const cells = records.flatMap((row) => row.cells[at] ?? []).filter(({ text }) => text !== "");
    const samples = cells.slice(0, 3).map(({ text }) => text.slice(0, 80));
    const { numbers, days } = formatsOf(cells);
    return {
      title: title.slice(0, 200),
      samples,
      field: guesses[at] ?? null,
      isEmpty: cells.length === 0,
      numbers,
      days,
    };
  });
  const file = { columns, count: records.length, text: table.text, layout: table.layout };
  if (!mapping || records.length > maxImportRows) return { ...file, rows: [], undecided: [] };
  const reader = new RowReader(mapping, columns);
  const rows = records.map((row) => reader.read(row));
  warnOfOutliers(rows);
  return { ...file, rows, undecided: reader.undecided };
}

/** Detects formats from text cells; workbooks contain typed numbers and dates. */
function formatsOf(cells: readonly TableCell[]): Pick<PeopleFileColumn, "numbers" | "days"> {
  const texts = cells.filter(({ number, day }) => number === undefined && day === undefined).map(({ text }) => text);
  const numbers = numberStyleOf(texts);
  const days = dayStyleOf(texts);
  return {
    numbers: numbers.style ? { style: numbers.style, ambiguous: numbers.isAmbiguous } : null,
    days: days.style ? { style: days.style, ambiguous: days.isAmbiguous } : null,
  };
}

const isDayField = (field: ImportField) => (dayFields as readonly string[]).includes(field);
const isNumberField = (field: ImportField | "" | undefined) => (numberFields as readonly unknown[]).includes(field);
const isAmountStyle = (style: unknown): style is NumberStyle => (numberStyles as readonly unknown[]).includes(style);

class RowReader {
  readonly undecided: number[] = [];
  private readonly styles: readonly (NumberStyle | DayStyle | null)[];
  private readonly corrected: ReadonlyMap<string, string>;

  constructor(
    private readonly mapping: ColumnMapping,
    columns: readonly PeopleFileColumn[],
  ) {
    this.styles = columns.map((column, at) => this.styleOf(column, at));
    this.corrected = new Map(mapping.corrections.map(({ line, field, value }) => [`${line} ${field}`, value]));
  }

  private styleOf({ numbers, days }: PeopleFileColumn, at: number): NumberStyle | DayStyle | null {
    const field = this.mapping.fields[at];
    const isDay = field !== undefined && field !== "" && isDayField(field);
    if (!isNumberField(field) && !isDay) return null;
    const found = isDay ? days : numbers;
    const chosen = this.mapping.formats[at];
    if (chosen && isAmountStyle(chosen) !== isDay) return chosen;
    if (found?.ambiguous) this.undecided.push(at);
    return (found?.style as NumberStyle | DayStyle | undefined) ?? null;
  }

  read({ line, cells }: TableRow): PeopleFileRow {
    const row: PeopleFileRow = { line, values: {}, errors: [], warnings: [], cells: {} };
    const raw: Partial<Record<ImportField, unknown>> = {};
    this.mapping.fields.forEach((field, at) => {
      if (!field) return;
      const corrected = this.corrected.get(`${line} ${field}`);
      const cell = corrected === undefined ? (cells[at] ?? { text: "" }) : { text: corrected };
      const text = removeFormulaGuard(cell.text).trim();
      row.cells[field] = text;
      if (text !== "" && !isEmptySign(field, text))
        this.readCell(row, raw, field, { ...cell, text }, this.styles[at] ?? null);
    });
    for (const field of importFields) {
      const corrected = this.mapping.fields.includes(field) ? undefined : this.corrected.get(`${line} ${field}`);
      if (corrected?.trim()) this.readCell(row, raw, field, { text: corrected.trim() }, null);
    }
    joinNames(raw);
    this.cast(row, raw);
    return row;
  }

  private readCell(
    row: PeopleFileRow,
    raw: Partial<Record<ImportField, unknown>>,
    field: ImportField,
    cell: TableCell,
    style: NumberStyle | DayStyle | null,
  ): void {
    const wrong = (message: string, values?: FieldNote["values"]) =>
      void row.errors.push({ field, message, ...(values ? { values } : {}) });
    if (cell.text.includes("\ufffd")) return wrong("people.import.damaged");
    if (isDayField(field)) {
      const day =
        cell.day ?? parseDayIn(cell.number === undefined ? (isAmountStyle(style) ? null : style) : "serial", cell.text);
      if (day === null) return wrong("people.import.day");
      raw[field] = day;
    } else if (field === "salary") {
      const { amount, currency } = amountAndCurrency(cell.text);
      const read = cell.number ?? parseAmountIn(isAmountStyle(style) ? style : null, amount);
      if (read === null) return wrong("people.import.amount");
      raw[field] = read;
      if (currency) raw["currency"] ??= currency;
    } else if (isNumberField(field)) {
      const hours = cell.number ?? parseAmountIn(isAmountStyle(style) ? style : null, withoutUnit(cell.text));
      if (hours === null) return wrong("people.import.amount");
      raw[field] = hours;
    } else if (identifierFields.has(field) && isShortenedNumber(cell.text)) {
      if (cell.number === undefined) return wrong("people.import.shortened");
      raw[field] = cell.number;
    } else if (field === "fullname") {
      raw[field] = personNameOf(cell.text);
    } else {
      const aliases = valueAliases.get(field);
      const alias = aliases?.get(normalizeForComparison(cell.text));
      if (!alias && leftEmpty.has(field))
        return void row.warnings.push({ field, message: "people.import.leftEmpty", values: { value: cell.text } });
      raw[field] = alias ?? cell.text;
    }
  }

  /** Validates each field on its own, so that an error in one doesn't hide errors in others. */
  private cast(row: PeopleFileRow, raw: Partial<Record<ImportField, unknown>>): void {
    const { first_name: _, last_name: __, ...fields } = raw;
    const options = { abortEarly: false, stripUnknown: true, disableStackTrace: true };
    try {
      row.values = pickPresentFields(importRowSchema.validateSync(fields, options), raw);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const problems = problemsOf(error);
      const noted = new Set(row.errors.map(({ field }) => field));
      row.errors.push(...problems.filter(({ field }) => !noted.has(field)));
      const validFields = Object.fromEntries(
        Object.entries(fields).filter(([field]) => !problems.some((one) => one.field === field)),
      );
      row.values = pickPresentFields(
        importRowSchema.cast(validFields, { assert: false, stripUnknown: true }) as ImportRow,
        validFields,
      );
    }
  }
}

/** Fields with digits that aren't amounts, which spreadsheet programs shorten. */
const identifierFields: ReadonlySet<ImportField> = new Set([
  "employee_id",
  "parent",
  "phone_number",
  "credential_number",
  "slack_id",
]);

/** "38.5 h" as "38.5". */
const withoutUnit = (text: string) => text.replace(/[\p{L}./\s]+$/u, "");

/** Optional fields whose unknown values are left empty with a warning, because programs have their own values, such as "furloughed". */
const leftEmpty: ReadonlySet<ImportField> = new Set(["contract_type", "gender", "last_degree", "active"]);

/** Signs for an empty cell, except in names: "Na" is a name. */
const emptySigns = new Set(
  [
    "n/a",
    "na",
    "-",
    "–",
    "—",
    "--",
    ".",
    "null",
    "nil",
    "none",
    "(none)",
    "0000-00-00",
    "00.00.0000",
    "00/00/0000",
  ].concat(["k. a.", "k.a.", "keine angabe", "keine", "لا يوجد", "غير متوفر", "해당 없음", "없음", "نییە"]),
);
const nameFields: ReadonlySet<ImportField> = new Set(["fullname", "first_name", "last_name", "email"]);
const isEmptySign = (field: ImportField, text: string) => !nameFields.has(field) && emptySigns.has(text.toLowerCase());

function joinNames(raw: Partial<Record<ImportField, unknown>>): void {
  const [first, last] = [raw["first_name"], raw["last_name"]].map((name) => (typeof name === "string" ? name : "")) as [
    string,
    string,
  ];
  if (raw["fullname"] || !(first || last)) return;
  raw["fullname"] = fullNameOf(first, last);
}

const pickPresentFields = (row: ImportRow, raw: object): Partial<ImportRow> =>
  Object.fromEntries(Object.entries(row).filter(([field]) => field in raw));

function problemsOf(error: ValidationError): FieldNote[] {
  const each = error.inner.length > 0 ? error.inner : [error];
  const problems = each.map(({ path, errors: [message = "field.invalid"] }) => ({
    field: importFields.find((field) => field === path) ?? "email",
    message,
  }));
  return problems.filter(({ field }, at) => problems.findIndex((one) => one.field === field) === at);
}

/** Warns about amounts that differ greatly from the other amounts in the same currency and are probably misread. */
function warnOfOutliers(rows: readonly PeopleFileRow[]): void {
  const byCurrency = new Map<string, PeopleFileRow[]>();
  for (const row of rows) {
    if (!row.values.salary) continue;
    const key = row.values.currency ?? "";
    const rowsOfCurrency = byCurrency.get(key);
    if (rowsOfCurrency) rowsOfCurrency.push(row);
    else byCurrency.set(key, [row]);
  }
  for (const some of byCurrency.values()) {
    const outliers = amountOutliersOf(some.map(({ values }) => values.salary as string));
    for (const { values, warnings } of some)
      if (outliers.has(values.salary as string))
        warnings.push({
          field: "salary",
          message: "people.import.outlier",
          values: { amount: values.salary as string },
        });
  }
}

declare module "../../../platform/child-processes" {
  interface ChildTable {
    peopleFile(file: PeopleFileInput): Promise<PeopleFile>;
  }
}
