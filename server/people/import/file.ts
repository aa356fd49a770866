import { parse } from "csv-parse/sync";
import { ValidationError } from "yup";
import { languages, type Language } from "../../../shared/kernel/languages";
import { type ImportField, importFields, mostImported } from "../../../shared/people/people-import.contract";
import { contractTypes, educations, genders } from "../../../shared/people/people.fields";
import { type ImportRow, importRowSchema } from "../../../shared/people/people.schema";
import { translator } from "../../platform/text";
import { guessField } from "./titles";
import { sheetOf } from "./workbook";

/** A row of a file of people: what it says, and what is wrong with it by itself (message ids). */
export interface FileRow {
  /** Of the file, from 1; its titles stand in the first. */
  line: number;
  /** Only what stands in the file: an empty cell says nothing. */
  given: Partial<ImportRow>;
  errors: { field: ImportField; message: string }[];
}

export interface PeopleFile {
  columns: { title: string; samples: string[]; field: ImportField | null }[];
  count: number;
  /** None without a mapping, or where there are too many. */
  rows: FileRow[];
}

/** What a column is; empty where it isn't taken. */
export type Mapping = readonly (ImportField | "" | undefined)[];

const mostColumns = 100;
/** No field takes as much; what is longer stays too long, and goes nowhere whole. */
const longestCell = 5_000;

/** Reads a table of people, CSV or XLSX by its content. @throws where it is neither. */
export async function readPeopleFile(file: { bytes: Uint8Array; mapping: Mapping | null }): Promise<PeopleFile> {
  const [titles = [], ...records] = await cellsOf(Buffer.from(file.bytes));
  const taken = new Set<ImportField>();
  const columns = titles.map((title, at) => {
    const field = guessField(title);
    const unused = field && !taken.has(field) ? field : null;
    if (unused) taken.add(unused);
    return { title: title.slice(0, 200), samples: samplesOf(records, at), field: unused };
  });
  const { mapping } = file;
  if (!mapping || records.length > mostImported) return { columns, count: records.length, rows: [] };
  const rows = records.map((cells, at) => rowOf(cells, at + 2, mapping));
  return { columns, count: records.length, rows };
}

const samplesOf = (records: readonly string[][], at: number) =>
  records
    .slice(0, 50)
    .map((cells) => cells[at] ?? "")
    .filter(Boolean)
    .slice(0, 3)
    .map((cell) => cell.slice(0, 80));

async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const rows = bytes.subarray(0, 2).toString("latin1") === "PK" ? await fromWorkbook(bytes) : fromText(bytes);
  const short = rows.map((cells) => cells.slice(0, mostColumns).map((cell) => cell.slice(0, longestCell)));
  return short.filter((cells, at) => at === 0 || cells.some((cell) => cell !== ""));
}

async function fromWorkbook(bytes: Buffer): Promise<string[][]> {
  const rows = await sheetOf(bytes);
  return rows.map((cells) => cells.map((cell) => wordsOf(cell)));
}

function wordsOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean") return String(cell).trim();
  return "";
}

function fromText(bytes: Buffer): string[][] {
  const records = parse(decoded(bytes), {
    bom: true,
    delimiter: [",", ";", "\t"],
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    to: mostImported + 2,
  }) as string[][];
  return records;
}

/** Older programs save in the encoding of their country. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function rowOf(cells: readonly string[], line: number, mapping: Mapping): FileRow {
  const said = mapping.flatMap((field, at): [ImportField, string][] => {
    const cell = field ? plain(cells[at] ?? "") : "";
    return field && cell !== "" ? [[field, read(field, cell)]] : [];
  });
  const raw = Object.fromEntries(said);
  const fields = new Set(said.map(([field]) => field));
  try {
    const row = importRowSchema.validateSync(raw, { abortEarly: false, stripUnknown: true, disableStackTrace: true });
    return { line, given: only(row, fields), errors: [] };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const given = { email: raw["email"]?.toLowerCase(), fullname: raw["fullname"] } as Partial<ImportRow>;
    return { line, given, errors: problemsOf(error) };
  }
}

const only = (row: ImportRow, fields: ReadonlySet<string>): Partial<ImportRow> =>
  Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field)));

function problemsOf(error: ValidationError): FileRow["errors"] {
  const each = error.inner.length > 0 ? error.inner : [error];
  return each.map(({ path, errors: [message = "field.invalid"] }) => ({
    field: importFields.find((field) => field === path) ?? "email",
    message,
  }));
}

/** Without the sign that keeps programs from computing it, and with the digits that everything reads. */
const plain = (cell: string) =>
  cell
    .replace(/^'(?=[=+\-@])/, "")
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .trim();

const dayFields: ReadonlySet<ImportField> = new Set([
  "date_of_joining",
  "contract_start",
  "contract_end",
  "issued_date",
  "expiry_date",
]);

function read(field: ImportField, cell: string): string {
  if (dayFields.has(field)) return dayOf(cell);
  if (field === "salary") return cell.replace(/[\s,'’٬](?=\d{3}(\D|$))/g, "");
  return words.get(field)?.get(cell.toLowerCase()) ?? cell;
}

/** `2027-05-01`, `01.05.2027`, `1/5/2027`: the day before the month, as where people write it so. */
function dayOf(cell: string): string {
  const match = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell);
  if (!match) return cell;
  const [, day = "", month = "", year = ""] = match;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const translators = (Object.keys(languages) as Language[]).map((language) => translator(language));

/** Values that are one of a few, by the words for them in every language. */
function inWords(values: readonly string[], idOf: (value: string) => string): Map<string, string> {
  return new Map(
    values.flatMap((value) => translators.map((text) => [text(idOf(value)).toLowerCase(), value] as const)),
  );
}

const words = new Map<ImportField, Map<string, string>>([
  ["contract_type", inWords(contractTypes, (value) => `people.contract.${value}`)],
  ["gender", inWords(genders, (value) => `people.gender.${value}`)],
  ["last_degree", inWords(educations, (value) => `people.degree.${value}`)],
  ["external", inWords(["true", "false"], (value) => `people.export.${value === "true" ? "yes" : "no"}`)],
]);

declare module "../../platform/child-processes" {
  interface ChildTable {
    peopleFile(file: { bytes: Uint8Array; mapping: Mapping | null }): Promise<PeopleFile>;
  }
}
