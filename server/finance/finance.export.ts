import writeXlsxFile, { type SheetData } from "write-excel-file/universal";
import type { QueryOf } from "../../shared/kernel/endpoint";
import type { listFinance } from "../../shared/finance/finance.contract";
import type { Finance } from "../../shared/finance/finance-reply.contract";
import { compareAmounts, isAmount } from "../../shared/kernel/money";
import { csvOf } from "../../shared/time/export.rules";
import type { Actor } from "../platform/session";
import type { Translate } from "../platform/text";
import type { Tx } from "../platform/unit-of-work";
import { countFinance, financePage } from "./finance.list";
import { presentFinance } from "./finance.present";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A CSV file has every row. An Excel file is put together as a whole, in memory, and ends where that would get heavy. */
const sizes = { xlsx: 10_000, page: 1_000 };

export interface Exported {
  bytes: Buffer;
  /** Where the file doesn't have all of it: how many it has, of how many. */
  cut: { shown: number; total: number } | null;
}

const columns = [
  "number",
  "type",
  "status",
  "requester",
  "department",
  "title",
  "supplier",
  "invoice",
  "amount",
  "currency",
  "rate",
  "homeAmount",
  "homeCurrency",
  "date",
  "paidOn",
  "reference",
] as const;
type Column = (typeof columns)[number];

/** What a spreadsheet reckons with. */
const amounts: ReadonlySet<Column> = new Set(["amount", "homeAmount", "rate"]);
const widths = [16, 14, 22, 22, 18, 40, 22, 16, 14, 9, 12, 14, 9, 12, 12, 18];

function lineOf(row: Finance, text: Translate): string[] {
  const cells: Record<Column, string | null | undefined> = {
    number: row.number,
    type: text(`finance.type.${row.type}`),
    status: text(`finance.status.${row.status}`),
    requester: row.requester.fullname,
    department: row.department?.name,
    title: row.title,
    supplier: row.supplier,
    invoice: row.invoice_number,
    amount: row.amount,
    currency: row.currency,
    rate: row.rate,
    homeAmount: row.home_amount,
    homeCurrency: row.home_currency,
    date: row.date,
    paidOn: row.paid?.date,
    reference: row.paid?.reference,
  };
  return columns.map((column) => cells[column] ?? "");
}

/**
 * What one may see and the filters let through, the latest first, as a file for a spreadsheet. A file that doesn't have all
 * of it says so in its last row.
 */
export async function exportFinance(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listFinance>,
  format: ExportFormat,
  text: Translate,
  { xlsx, page } = sizes,
): Promise<Exported> {
  const titles = columns.map((column) => text(`paper.column.${column}`));
  const pages = pagesOf(tx, actor, query, page, text);
  if (format === "csv") {
    const parts = [Buffer.from(csvOf([titles]))];
    for await (const lines of pages) parts.push(Buffer.from(csvOf(lines).slice(1))); // the mark of the file's beginning
    return { bytes: Buffer.concat(parts), cut: null };
  }
  const all: string[][] = [];
  for await (const lines of pages) if (all.push(...lines) > xlsx) break;
  if (all.length <= xlsx) return { bytes: await xlsxOf([titles, ...all]), cut: null };
  const cut = { shown: xlsx, total: await countFinance(tx, actor, query) };
  const table = [titles, ...all.slice(0, xlsx), [text("paper.leftOut", cut)]];
  return { bytes: await xlsxOf(table), cut };
}

/** Lines of the file, page by page, so that others are served in between. */
async function* pagesOf(tx: Tx, actor: Actor, query: QueryOf<typeof listFinance>, size: number, text: Translate) {
  let after: number | null | undefined;
  while (after !== null) {
    const page: Awaited<ReturnType<typeof financePage>> = await financePage(tx, actor, { ...query, after }, size);
    if (page.rows.length > 0) yield page.rows.map((row) => lineOf(presentFinance(row, []), text));
    after = page.next;
  }
}

/** As a number where the file then says the very same digits; else, and everything that is no amount, as text. */
function cellOf(value: string, column: Column | undefined): SheetData[number][number] {
  if (!column || !amounts.has(column) || value === "") return { value, type: String };
  const number = Number(value);
  const same = isAmount(String(number)) && compareAmounts(String(number), value) === 0;
  const format = `#,##0${value.includes(".") ? value.slice(value.indexOf(".")).replace(/\d/g, "0") : ""}`;
  return same ? { value: number, type: Number, format } : { value, type: String, align: "right" };
}

async function xlsxOf(table: readonly (readonly string[])[]): Promise<Buffer> {
  const [titles = [], ...lines] = table;
  const sheet: SheetData = [
    titles.map((value) => ({ value, type: String, fontWeight: "bold" as const })),
    ...lines.map((cells) => cells.map((value, at) => cellOf(value, columns[at]))),
  ];
  const options = { columns: widths.map((width) => ({ width })), stickyRowsCount: 1 };
  const blob = await writeXlsxFile(sheet, options).toBlob();
  return Buffer.from(await blob.arrayBuffer());
}
