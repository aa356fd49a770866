import writeXlsxFile, { type Feature, type SheetData } from "write-excel-file/universal";
import type { Language } from "../../shared/kernel/languages";
import { compareAmounts, isAmount } from "../../shared/kernel/money";
import { Problem } from "../../shared/kernel/problems";
import { serializeCsv, type TableCell } from "../../shared/kernel/text/csv";
import { runOrRefuse, type ChildProcesses } from "./child-processes";

/** Cells are plain values, so that they can be sent to a child process. */
export type SheetCell = TableCell;

export interface Sheet {
  name: string;
  titles: string[];
  rows: SheetCell[][];
  /** Column widths; by default derived from the titles. */
  widths?: number[];
}

export interface Workbook {
  sheets: Sheet[];
  rightToLeft: boolean;
}

/** A CSV file of one sheet in the format of the language. */
export function csvOfSheet({ titles, rows }: Pick<Sheet, "titles" | "rows">, language: Language): Buffer {
  return Buffer.from(serializeCsv([titles, ...rows], language));
}

export function plainCellValue(cell: SheetCell): string | number {
  if (cell === null) return "";
  if (typeof cell !== "object") return cell;
  return "day" in cell ? cell.day : cell.amount;
}

/**
 * Creates an XLSX file: days are dates, numbers are numbers, and text that looks like a formula stays text. Every sheet has a filter row
 * and the language's direction. Takes seconds for thousands of rows: call it in a child process.
 */
export async function xlsxOf({ sheets, rightToLeft }: Workbook): Promise<Uint8Array> {
  const names = sheetNames(sheets.map(({ name }) => name));
  const pages = sheets.map(({ titles, rows, widths }, at) => ({
    data: [
      titles.map((value) => ({ value, type: String, fontWeight: "bold" as const })),
      ...rows.map((row) => row.map(cellOf)),
    ] as SheetData,
    sheet: names[at],
    columns: titles.map((title, column) => ({ width: widths?.[column] ?? Math.max(12, title.length + 2) })),
    stickyRowsCount: 1,
    rightToLeft,
  }));
  const features = [filters(sheets)];
  const blob = await writeXlsxFile(pages, { features }).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

function cellOf(cell: SheetCell): SheetData[number][number] {
  if (cell === null || cell === "") return null;
  if (typeof cell === "number") return { value: cell, type: Number };
  if (typeof cell === "string") return { value: cell, type: String };
  if ("day" in cell) return { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" };
  return amountCell(cell.amount);
}

/** Creates a number cell if the number represents the amount exactly, otherwise a text cell. */
function amountCell(amount: string): SheetData[number][number] {
  const decimals = amount.split(".")[1]?.length ?? 0;
  const number = Number(amount);
  const same = isAmount(String(number)) && compareAmounts(String(number), amount) === 0;
  if (!same) return { value: amount, type: String, align: "right" };
  return { value: number, type: Number, format: `#,##0${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}` };
}

/** Excel allows at most 31 characters, forbids the characters replaced here, and requires unique names. */
function sheetNames(titles: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return titles.map((name) => {
    const fit = [...name.replace(/[[\]:*?/\\]/g, " ").trim()].slice(0, 28).join("") || "Sheet";
    let unused = fit;
    for (let at = 2; usedNames.has(unused.toLowerCase()); at++) unused = `${fit} ${at}`;
    usedNames.add(unused.toLowerCase());
    return unused;
  });
}

/** Adds filters by extending the library, which has none: the filter element must directly follow the sheet's data. */
function filters(sheets: readonly Sheet[]): Feature<Blob> {
  return {
    files: {
      transform: {
        "xl/worksheets/sheet{id}.xml": {
          transform: (content, _, { sheetIndex }) => {
            const { titles, rows } = sheets[sheetIndex] as Sheet;
            const last = `${columnName(titles.length)}${rows.length + 1}`;
            return content.replace("</sheetData>", `</sheetData><autoFilter ref="A1:${last}"/>`);
          },
        },
      },
    },
  };
}

/** Name of a column: A, B, … Z, AA. */
function columnName(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return `${rest > 0 ? columnName(rest) : ""}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

declare module "./child-processes" {
  interface ChildTable {
    xlsx(workbook: Workbook): Promise<Uint8Array>;
  }
}

/** Timeout in milliseconds, sufficient for the largest files on a slow machine. */
const timeoutMs = 60_000;

/** @throws Problem 503 when creating the file exceeds the limits of a child process. */
export async function xlsxInChild(childProcesses: ChildProcesses, workbook: Workbook, caller: string): Promise<Buffer> {
  const making = childProcesses.run("xlsx", workbook, caller, timeoutMs);
  return Buffer.from(await runOrRefuse(making, () => new Problem("unavailable")));
}
