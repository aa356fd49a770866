import type { QueryOf } from "../../shared/kernel/endpoint";
import type { listFinance } from "../../shared/finance/finance.contract";
import type { Finance } from "../../shared/finance/finance-reply.contract";
import { csvOf } from "../../shared/time/export.rules";
import { stepsOf } from "../approvals/approvals.present";
import type { Actor } from "../platform/session";
import { csvOfSheet, plainOf, type Sheet, type SheetCell } from "../platform/spreadsheet";
import type { Translate } from "../platform/text";
import type { Tx } from "../platform/database/unit-of-work";
import { countFinance, financePage } from "./finance.list";
import { itemsByRequest, presentFinance } from "./finance.present";
import type { FinanceRow } from "./finance.sql";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A CSV file has every row. An Excel file is put together as a whole, in memory, and ends where that would get heavy. */
const sizes = { xlsx: 5_000, page: 1_000 };

export interface Exported {
  /** Ready, or still to be put together, in a child process. */
  file: Buffer | Sheet[];
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

const widths = [16, 14, 22, 22, 18, 40, 22, 16, 14, 9, 12, 14, 9, 12, 12, 18];

const amountOf = (amount: string | null): SheetCell => (amount === null ? null : { amount });
const dayOf = (day: string | null | undefined): SheetCell => (day ? { day: day.slice(0, 10) } : null);

function lineOf(row: Finance, text: Translate): SheetCell[] {
  const cells: Record<Column, SheetCell | undefined> = {
    number: row.number,
    type: text(`finance.type.${row.type}`),
    status: text(`finance.status.${row.status}`),
    requester: row.requester.fullname,
    department: row.department?.name,
    title: row.title,
    supplier: row.supplier,
    invoice: row.invoice_number,
    amount: amountOf(row.amount),
    currency: row.currency,
    rate: amountOf(row.rate),
    homeAmount: amountOf(row.home_amount),
    homeCurrency: row.home_currency,
    date: dayOf(row.date),
    paidOn: dayOf(row.paid?.date),
    reference: row.paid?.reference,
  };
  return columns.map((column) => cells[column] ?? null);
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
  const titles = columns.map((column) => text(`document.column.${column}`));
  const pages = pagesOf(tx, actor, query, page, text);
  if (format === "csv") {
    const parts = [csvOfSheet({ titles, rows: [] })];
    for await (const { lines } of pages)
      parts.push(Buffer.from(csvOf(lines.map((line) => line.map(plainOf))).slice(1))); // the mark of the file's beginning
    return { file: Buffer.concat(parts), cut: null };
  }
  const all: SheetCell[][] = [];
  const shown: FinanceRow[] = [];
  for await (const { lines, rows } of pages) {
    shown.push(...rows);
    if (all.push(...lines) > xlsx) break;
  }
  const known = shown.slice(0, xlsx);
  const details = [await itemsSheet(tx, known, text), await approvalsSheet(tx, known, text)];
  const sheetOf = (rows: SheetCell[][]): Sheet => ({ name: text("document.sheet"), titles, rows, widths });
  if (all.length <= xlsx) return { file: [sheetOf(all), ...details], cut: null };
  const cut = { shown: xlsx, total: await countFinance(tx, actor, query) };
  return { file: [sheetOf([...all.slice(0, xlsx), [text("document.leftOut", cut)]]), ...details], cut };
}

const itemColumns = ["number", "details", "price", "quantity", "total", "currency"] as const;

/** What was asked for, line by line, with the number of its request. */
async function itemsSheet(tx: Tx, requests: readonly FinanceRow[], text: Translate): Promise<Sheet> {
  const items = await itemsByRequest(tx, requests);
  return {
    name: text("document.items"),
    titles: itemColumns.map((column) => text(`document.column.${column}`)),
    widths: [16, 44, 14, 10, 14, 9],
    rows: requests.flatMap(({ id, code, currency }) =>
      (items.get(id) ?? []).map(({ details, price, quantity, total }): SheetCell[] => [
        code,
        details,
        amountOf(price),
        quantity,
        amountOf(total),
        currency,
      ]),
    ),
  };
}

const approvalColumns = ["number", "decision", "decidedBy", "onBehalfOf", "decidedOn", "note"] as const;

/** Who was asked, who decided, and when. */
async function approvalsSheet(tx: Tx, requests: readonly FinanceRow[], text: Translate): Promise<Sheet> {
  const steps = await stepsOf(
    tx,
    requests.map(({ id }) => id),
  );
  return {
    name: text("document.way"),
    titles: approvalColumns.map((column) => text(`document.column.${column}`)),
    widths: [16, 20, 24, 24, 12, 40],
    rows: requests.flatMap(({ id, code }) =>
      (steps.get(id) ?? []).map((step): SheetCell[] => [
        code,
        text(`document.step.${step.state}`),
        (step.decided_by ?? step.approver)?.fullname ?? step.role?.name ?? null,
        step.on_behalf_of?.fullname ?? null,
        dayOf(step.decided_at),
        step.note,
      ]),
    ),
  };
}

/** Lines of the file, page by page, so that others are served in between. */
async function* pagesOf(tx: Tx, actor: Actor, query: QueryOf<typeof listFinance>, size: number, text: Translate) {
  let after: number | null | undefined;
  while (after !== null) {
    const page: Awaited<ReturnType<typeof financePage>> = await financePage(tx, actor, { ...query, after }, size);
    if (page.rows.length > 0) {
      yield { rows: page.rows, lines: page.rows.map((row) => lineOf(presentFinance(row, []), text)) };
    }
    after = page.next;
  }
}
