import { elapsedDayMs, elapsedDaySeconds } from "../../../shared/kernel/elapsed-time";
import { format, getFormatDateInfo } from "numfmt";
import { SaxesParser } from "saxes";
import { decompressEntry, openArchive } from "../files/archive";
import { type CountTitles, findHeadRow, headRowsSearched } from "./head-row";
import type { TableCell, TableRow } from "./table";
import { TableBudget } from "./table-budget";

/** Limits of a workbook: number of entries, and unpacked bytes. A list of 10,000 users unpacks to 10 percent of this. */
const limits = { entries: 2_000, unpacked: 64 * 1024 * 1024 };

interface Limits {
  rows: number;
  columns: number;
}

export const readWorkbook = async (bytes: Buffer, most: Limits): Promise<TableRow[]> =>
  (await readSheet(bytes, most)).rows;

interface SheetChoice {
  /** Index of a visible sheet. */
  sheet?: number | undefined;
  countTitles?: CountTitles | undefined;
}

/** Sheets whose first rows are searched for column titles. */
const sheetsSearched = 20;

/**
 * Reads a visible sheet of a workbook, with its cells as displayed: the chosen one, otherwise the one with the most recognized column titles,
 * otherwise the first that isn't empty. Entries are unpacked up to a limit.
 * @throws when the file isn't a workbook or is malformed, or exceeds the limits of imported tables.
 */
export async function readSheet(
  bytes: Buffer,
  most: Limits,
  { sheet: chosen, countTitles }: SheetChoice = {},
): Promise<{ rows: TableRow[]; sheets: string[]; sheet: number }> {
  const { zip, entries } = await openArchive(bytes, limits);
  const parts = new Map<string, string>();
  for (const entry of entries)
    if (/\.(xml|rels)$/.test(entry.fileName) && !entry.fileName.includes("/media/"))
      parts.set(entry.fileName, (await decompressEntry(zip, entry, entry.uncompressedSize)).toString("utf8"));
  const book = bookOf(parts);
  const sheets = book.sheets.map(({ name }) => name);
  const rowsIn = (at: number, rows: number, budget: TableBudget) =>
    rowsOf(book.sheets[at]?.content ?? "<none/>", book, { ...most, rows }, budget);
  const allRowsIn = (at: number) => rowsIn(at, most.rows, new TableBudget());
  if (chosen !== undefined && chosen < sheets.length) return { rows: allRowsIn(chosen), sheets, sheet: chosen };
  const searchBudget = new TableBudget();
  let best = { sheet: -1, titles: -1 };
  for (const sheet of sheets.slice(0, sheetsSearched).keys()) {
    const rows = rowsIn(sheet, countTitles && sheets.length > 1 ? headRowsSearched : 1, searchBudget);
    if (rows.length === 0) continue;
    const titles = countTitles ? findHeadRow(rows, countTitles).titles : 0;
    if (titles > best.titles && (best.sheet < 0 || titles >= 2)) best = { sheet, titles };
  }
  const sheet = Math.max(0, best.sheet);
  return { rows: best.sheet < 0 ? [] : allRowsIn(sheet), sheets, sheet };
}

type Attributes = Record<string, string>;
interface Handlers {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Strips namespace prefixes, which differ between programs. */
const local = (name: string) => name.slice(name.indexOf(":") + 1);

function parseXml(xml: string, { open, close, text }: Handlers): void {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  if (open) parser.on("opentag", ({ name, attributes }) => open(local(name), attributes as Attributes));
  if (close) parser.on("closetag", ({ name }) => close(local(name)));
  if (text) parser.on("text", text);
  parser.write(xml).close();
}

interface Book {
  /** Visible sheets, in order. */
  sheets: { name: string; content: string }[];
  strings: string[];
  /** Number format of each cell style. */
  formats: string[];
  since1904: boolean;
}

function bookOf(parts: ReadonlyMap<string, string>): Book {
  const workbook = [...relationsOf(parts, "").values()].find(({ type }) => type.endsWith("/officeDocument"))?.target;
  const content = workbook && parts.get(workbook);
  if (!workbook || !content) throw new Error("no workbook");
  const relations = relationsOf(parts, workbook);
  const listed: { id: string; name: string }[] = [];
  let since1904 = false;
  parseXml(content, {
    open(name, attributes) {
      if (name === "workbookPr") since1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
      const id = Object.entries(attributes).find(([key]) => local(key) === "id" && key.includes(":"))?.[1];
      if (name === "sheet" && id && (attributes["state"] ?? "visible") === "visible")
        listed.push({ id, name: (attributes["name"] ?? "").slice(0, 100) });
    },
  });
  const partOf = (kind: string) => {
    const found = [...relations.values()].find(({ type }) => type.endsWith(`/${kind}`));
    return found ? parts.get(found.target) : undefined;
  };
  return {
    sheets: listed.flatMap(({ id, name }) => {
      const part = parts.get(relations.get(id)?.target ?? "");
      return part === undefined ? [] : { name, content: part };
    }),
    strings: stringsOf(partOf("sharedStrings")),
    formats: formatsOf(partOf("styles")),
    since1904,
  };
}

function relationsOf(parts: ReadonlyMap<string, string>, part: string) {
  const slash = part.lastIndexOf("/") + 1;
  const [folder, name] = [part.slice(0, slash), part.slice(slash)];
  const relations = new Map<string, { type: string; target: string }>();
  parseXml(parts.get(`${folder}_rels/${name}.rels`) ?? "<none/>", {
    open(tag, { Id = "", Type = "", Target = "" }) {
      if (tag !== "Relationship") return;
      const target = Target.startsWith("/") ? Target.slice(1) : folder + Target.replace(/^\.\//, "");
      relations.set(Id, { type: Type, target });
    },
  });
  return relations;
}

/** Shared strings without phonetic annotations. */
function stringsOf(xml: string | undefined): string[] {
  const strings: string[] = [];
  let [text, isText, isPhonetic] = ["", false, false];
  parseXml(xml ?? "<none/>", {
    open(name) {
      if (name === "si") text = "";
      else if (name === "t") isText = true;
      else if (name === "rPh") isPhonetic = true;
    },
    close(name) {
      if (name === "si") strings.push(unescaped(text));
      else if (name === "t") isText = false;
      else if (name === "rPh") isPhonetic = false;
    },
    text(part) {
      if (isText && !isPhonetic) text += part;
    },
  });
  return strings;
}

/** Workbooks encode control characters as `_x000D_`. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Built-in number formats, whose codes aren't in the file (ECMA-376, 18.8.30). */
const usualFormats: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  ...Object.fromEntries(
    [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, "yyyy-mm-dd"]),
  ),
  37: "#,##0;-#,##0",
  38: "#,##0;-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;-#,##0.00",
  49: "@",
};

function formatsOf(xml: string | undefined): string[] {
  const codes = new Map<number, string>(Object.entries(usualFormats).map(([id, code]) => [Number(id), code]));
  const formats: string[] = [];
  let isCells = false;
  parseXml(xml ?? "<none/>", {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") codes.set(Number(numFmtId), formatCode);
      else if (name === "cellXfs") isCells = true;
      else if (name === "xf" && isCells) formats.push(codes.get(Number(numFmtId)) ?? "General");
    },
    close(name) {
      if (name === "cellXfs") isCells = false;
    },
  });
  return formats;
}

/** Index of a column by its letters; columns have at most three letters. */
const columnOf = (reference: string): number => {
  const letters = /^[A-Z]{1,3}(?=\d|$)/.exec(reference)?.[0];
  if (!letters) throw new Error("invalid cell reference");
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

interface OpenCell {
  at: number;
  type: string;
  style: number;
  value: string;
}

class EnoughRows extends Error {}

function rowsOf(xml: string, book: Book, most: Limits, budget: TableBudget): TableRow[] {
  const rows: TableRow[] = [];
  let row: TableRow = { line: 0, cells: [] };
  let next = 0;
  let cell: OpenCell | null = null;
  let [isValue, isPhonetic] = [false, false];
  const handlers: Handlers = {
    open(name, attributes) {
      if (name === "row") {
        row = { line: Number(attributes["r"] ?? row.line + 1), cells: [] };
        next = 0;
      } else if (name === "c") {
        const at = attributes["r"] ? columnOf(attributes["r"]) : next;
        next = at + 1;
        cell = { at, type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0), value: "" };
      } else if (name === "v" || name === "t") isValue = true;
      else if (name === "rPh") isPhonetic = true;
    },
    text(text) {
      if (cell && isValue && !isPhonetic) cell.value += text;
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "c" && cell) {
        if (cell.at < most.columns && cell.value !== "") {
          budget.countCell(charactersOf(cell, book));
          while (row.cells.length < cell.at) row.cells.push({ text: "" });
          row.cells[cell.at] = tableCellOf(cell, book);
        }
        cell = null;
      } else if (name === "row" && row.cells.some(({ text }) => text !== "")) {
        rows.push(row);
        if (rows.length >= most.rows) throw new EnoughRows();
      }
    },
  };
  try {
    parseXml(xml, handlers);
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error;
  }
  return rows;
}

/** Characters to process for a cell: its text, wherever it is stored, and its number format. */
const charactersOf = ({ type, style, value }: OpenCell, { strings, formats }: Book): number =>
  type === "s" ? (strings[Number(value)] ?? "").length : value.length + (formats[style] ?? "").length;

function tableCellOf({ type, style, value }: OpenCell, { strings, formats, since1904 }: Book): TableCell {
  if (type === "s") return { text: (strings[Number(value)] ?? "").trim() };
  if (type === "inlineStr" || type === "str") return { text: unescaped(value).trim() };
  if (type === "b") return { text: value === "1" ? "true" : "false" };
  if (type === "d") return dated(value);
  const number = Number(value);
  if (type !== "n" || value.trim() === "" || !Number.isFinite(number)) return { text: value.trim() };
  const code = formats[style] ?? "General";
  if (isDate(code)) return dated(isoOfSerial(number, since1904));
  const plain = plainNumber(number);
  return { text: code === "General" ? plain : shownAs(code, number, plain), number: plain };
}

/** Whether a number format displays a date; times without a date and durations don't count. */
function isDate(code: string): boolean {
  try {
    const { year, month, day } = getFormatDateInfo(code);
    return year || month || day;
  } catch {
    return false; // an unknown format
  }
}

const dated = (iso: string): TableCell => {
  const text = iso.replace(/T00:00(:00(\.0+)?)?$/, "");
  return { text: text.replace("T", " "), day: text.slice(0, 10) };
};

/** Converts a serial date to ISO. Serial dates count 1900 as a leap year, so that they include a February 29, 1900. */
function isoOfSerial(serial: number, since1904: boolean): string {
  const days = since1904 ? serial + 1_462 : serial;
  const time = Math.round((days + (days < 60 && !since1904 ? 1 : 0) - 25_569) * elapsedDaySeconds) * 1_000;
  if (!(Math.abs(time) < 3e14)) return String(serial);
  const iso = new Date(time).toISOString().slice(0, 19);
  return time % elapsedDayMs === 0 ? iso.slice(0, 10) : iso;
}

/** Rounds a number to a spreadsheet's 15 digits and formats it without an exponent. */
function plainNumber(value: number): string {
  const exact = Number(value.toPrecision(15));
  const text = String(exact);
  return text.includes("e")
    ? exact
        .toFixed(Math.abs(exact) < 1 ? 15 : 0)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "")
    : text;
}

function shownAs(code: string, number: number, plain: string): string {
  try {
    return format(code, Number(number.toPrecision(15))).trim() || plain;
  } catch {
    return plain; // an unknown format
  }
}
