import type { QueryOf } from "../../../shared/kernel/endpoint";
import type { listFinance } from "../../../shared/requests/finance/finance.contract";
import type { Finance } from "../../../shared/requests/finance/finance-reply.contract";
import { financeFields } from "../../../shared/requests/finance/finance.fields";
import { moneyLifecycle } from "../../../shared/requests/money/money.workflow";
import { stepsOfRequests } from "../../approvals/approvals/approvals.present";
import type { Actor } from "../../platform/session";
import type { ExportedFile, ExportFormat } from "../../platform/http/serve/serve-sheets";
import { csvOfSheet, type Sheet, type SheetCell } from "../../platform/spreadsheet";
import type { Translate } from "../../platform/text";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { mapInChunks } from "../../platform/chunked-json";
import { countFinance, readFinancePage } from "./finance.list";
import { itemsByRequest, presentFinance } from "./finance.present";
import type { FinanceRow } from "./finance.sql";
import {
  amountOf,
  approvalLines,
  approvalsSheet,
  csvPart,
  dayOf,
  exportedCells,
  exportedWidths,
  exportSizes,
  linesOfAll,
  sheetOf,
  withinLines,
} from "../money/request-sheets";
import { statusOf } from "../money/request-status";

/** Number of rows read and presented before yielding to other requests. */
const lineBatchSize = 1_000;
const rowBatchSize = 100;

const columns = {
  number: 16,
  type: 14,
  status: 22,
  requester: 22,
  department: 18,
  title: 40,
  ...exportedWidths(financeFields),
  net: 14,
  tax: 12,
  amount: 14,
  currency: 9,
  rate: 12,
  homeAmount: 14,
  homeCurrency: 9,
  date: 12,
  paidOn: 12,
  reference: 18,
} as const;

function lineOf(row: Finance, text: Translate): SheetCell[] {
  const cells: Record<keyof typeof columns, SheetCell | undefined> = {
    number: row.number,
    type: text(`finance.type.${row.type}`),
    status: statusOf(row, text),
    requester: row.requester.fullname,
    department: row.department?.name,
    title: row.title,
    ...exportedCells(financeFields, row),
    net: amountOf(row.net),
    tax: amountOf(row.tax),
    amount: amountOf(row.amount),
    currency: row.currency,
    rate: amountOf(row.rate),
    homeAmount: amountOf(row.home_amount),
    homeCurrency: row.home_currency,
    date: dayOf(row.date),
    paidOn: dayOf(row.paid?.date),
    reference: row.paid?.reference,
  };
  return Object.values(cells).map((cell) => cell ?? null);
}

/** Exports the visible requests that match the filters, latest first. A truncated file states so in its last row. */
export async function exportFinance(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listFinance>,
  format: ExportFormat,
  text: Translate,
  { xlsx, lines: most, page } = exportSizes,
): Promise<ExportedFile> {
  const pages = pagesOf(tx, actor, query, page, text);
  if (format === "csv") {
    const parts = [csvOfSheet(sheetOf(text, "sheet", columns), text.language)];
    for await (const { lines } of pages) parts.push(csvPart(lines, text.language));
    return { file: Buffer.concat(parts), cut: null };
  }
  const all: SheetCell[][] = [];
  const exportedRows: Counted[] = [];
  let whole = true;
  let left = most;
  for await (const { lines, rows } of pages) {
    const fit = withinLines(await countedLines(tx, rows), left).slice(0, xlsx - exportedRows.length);
    exportedRows.push(...fit);
    all.push(...lines.slice(0, fit.length));
    left -= linesOfAll(fit);
    whole = fit.length === rows.length;
    if (!whole) break;
  }
  const details = await detailSheets(tx, exportedRows, text);
  const sheet = sheetOf(text, "sheet", columns, all);
  if (whole) return { file: [sheet, ...details], cut: null };
  const cut = { shown: exportedRows.length, total: await countFinance(tx, actor, query) };
  all.push([text("document.leftOut", cut)]);
  return { file: [sheet, ...details], cut };
}

interface Counted {
  request: FinanceRow;
  lines: number;
}

const linesOf = sql(
  "finance.linesOf",
  `SELECT r.id, 1
     + (SELECT count(*) FROM finance_item i WHERE i.tenant_id = current_tenant() AND i.request_id = r.id)::int
     + (SELECT count(*) FROM request_step w WHERE w.tenant_id = current_tenant() AND w.request_id = r.id)::int AS lines
   FROM unnest($1::bigint[]) AS r (id)`,
);

/** Counts rows before reading them: a page of requests may have 200,000 items. */
async function countedLines(tx: Tx, requests: readonly FinanceRow[]): Promise<Counted[]> {
  const rows = await tx.rows<{ id: number; lines: number }>(linesOf, [requests.map(({ id }) => id)]);
  const counts = new Map(rows.map(({ id, lines }) => [id, lines]));
  return requests.map((request) => ({ request, lines: counts.get(request.id) ?? 1 }));
}

/** Processes requests in batches of about 1,000 rows, so that other requests are served in between. */
async function detailSheets(tx: Tx, requests: readonly Counted[], text: Translate): Promise<Sheet[]> {
  const items = sheetOf(text, "items", itemColumns);
  const approvals = approvalsSheet(text);
  for (let at = 0; at < requests.length; ) {
    const part = withinLines(requests.slice(at), lineBatchSize);
    const some = (part.length > 0 ? part : requests.slice(at, at + 1)).map(({ request }) => request);
    items.rows.push(...(await itemLines(tx, some)));
    approvals.rows.push(...(await approvalLines(tx, some, text)));
    at += some.length;
  }
  return [items, approvals];
}

const itemColumns = {
  number: 16,
  details: 44,
  account: 26,
  price: 14,
  quantity: 10,
  discount: 12,
  net: 14,
  vatRate: 14,
  tax: 12,
  total: 14,
  currency: 9,
} as const;

async function itemLines(tx: Tx, requests: readonly FinanceRow[]): Promise<SheetCell[][]> {
  const items = await itemsByRequest(tx, requests);
  return requests.flatMap(({ id, code, currency }) =>
    (items.get(id) ?? []).map((item): SheetCell[] => [
      code,
      item.details,
      item.cost_account && `${item.cost_account.code} ${item.cost_account.name}`,
      amountOf(item.price),
      item.quantity,
      amountOf(item.discount === "0" ? null : item.discount),
      amountOf(item.net),
      amountOf(item.vat_rate && item.vat_rate.percent),
      amountOf(item.tax),
      amountOf(item.total),
      currency,
    ]),
  );
}

/** Yields the CSV page by page, so that other requests are served in between. */
async function* pagesOf(tx: Tx, actor: Actor, query: QueryOf<typeof listFinance>, size: number, text: Translate) {
  let after: number | null | undefined;
  while (after !== null) {
    const page: Awaited<ReturnType<typeof readFinancePage>> = await readFinancePage(
      tx,
      actor,
      { ...query, after },
      size,
    );
    if (page.rows.length > 0) {
      const undecided = page.rows.filter(({ status }) => moneyLifecycle.isWaiting(status)).map(({ id }) => id);
      const steps = await stepsOfRequests(tx, undecided);
      const lines = await mapInChunks(page.rows, rowBatchSize, (row) =>
        lineOf(presentFinance(row, steps.get(row.id) ?? []), text),
      );
      yield { rows: page.rows, lines };
    }
    after = page.next;
  }
}
