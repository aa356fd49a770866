import type { QueryOf } from "../../../shared/kernel/endpoint";
import { toMoney } from "../../../shared/kernel/money";
import type { listExpenses } from "../../../shared/requests/expenses/expenses.contract";
import { claimFields } from "../../../shared/requests/expenses/expenses.fields";
import { expenseLifecycle } from "../../../shared/requests/expenses/expenses.workflow";
import { stepsOfRequests } from "../../approvals/approvals/approvals.present";
import { mapInChunks } from "../../platform/chunked-json";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { ExportedFile, ExportFormat } from "../../platform/http/serve/serve-sheets";
import { csvOfSheet, type Sheet, type SheetCell } from "../../platform/spreadsheet";
import type { Translate } from "../../platform/text";
import {
  amountOf,
  approvalLines,
  approvalsSheet,
  csvPart,
  dayOf,
  exportedCells,
  exportedWidths,
  exportSizes,
  momentDayOf,
  sheetOf,
  withinLines,
} from "../money/request-sheets";
import { statusOf } from "../money/request-status";
import { presentExpense } from "./expenses.present";
import { readExpensePage } from "./expenses.read";
import { type ExpenseRow, type ItemRow, itemsOfClaims, receiptsOfClaims } from "./expenses.sql";

const columns = {
  number: 16,
  status: 22,
  requester: 22,
  ...exportedWidths(claimFields),
  amount: 14,
  currency: 9,
  advance: 14,
  date: 12,
  paidOn: 12,
  reference: 18,
} as const;
const itemColumns = {
  number: 16,
  spentOn: 12,
  category: 20,
  supplier: 24,
  details: 40,
  amount: 14,
  currency: 9,
  vat: 12,
  rate: 12,
  homeAmount: 14,
  receipts: 10,
} as const;

/** Rows presented per batch, yielding to other requests in between, and claims whose items are read together. */
const batchSize = 100;
/** Steps of a claim, roughly: they are counted like items. */
const stepsPerClaim = 3;

/** Exports the visible claims that match the filters, latest first. A truncated file states so in its last row. */
export async function exportExpenses(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listExpenses>,
  format: ExportFormat,
  text: Translate,
  { xlsx, lines: most, page: perPage } = exportSizes,
): Promise<ExportedFile> {
  const parts = [csvOfSheet(sheetOf(text, "sheet", columns), text.language)];
  const claims: ExpenseRow[] = [];
  let total = 0;
  for (let offset = 0, isLast = false; !isLast; offset += perPage) {
    const { rows, total: found } = await readExpensePage(tx, actor, query, { perPage, offset });
    total = rows.length > 0 ? found : total;
    isLast = rows.length < perPage || (format === "xlsx" && offset + perPage >= xlsx);
    if (format === "csv") parts.push(csvPart(await claimLines(tx, rows, text), text.language));
    else claims.push(...rows);
  }
  if (format === "csv") return { file: Buffer.concat(parts), cut: null };
  const counted = claims.map((claim) => ({ claim, lines: 1 + claim.itemsCount + stepsPerClaim }));
  const detailedClaims = withinLines(counted, most)
    .slice(0, xlsx)
    .map(({ claim }) => claim);
  const cut = detailedClaims.length < total ? { shown: detailedClaims.length, total } : null;
  const rows = await claimLines(tx, detailedClaims, text);
  if (cut) rows.push([text("document.leftOut", cut)]);
  return { file: [sheetOf(text, "sheet", columns, rows), ...(await detailSheets(tx, detailedClaims, text))], cut };
}

async function claimLines(tx: Tx, claims: readonly ExpenseRow[], text: Translate): Promise<SheetCell[][]> {
  const undecided = claims.filter(({ status }) => expenseLifecycle.isWaiting(status)).map(({ id }) => id);
  const steps = await stepsOfRequests(tx, undecided);
  const dayOfMoment = await momentDayOf(tx);
  return mapInChunks(claims, batchSize, (row) => {
    const claim = presentExpense(row, steps.get(row.id) ?? []);
    const cells: Record<keyof typeof columns, SheetCell | undefined> = {
      number: claim.number,
      status: statusOf(claim, text),
      requester: claim.requester.fullname,
      ...exportedCells(claimFields, claim),
      amount: amountOf(claim.amount),
      currency: claim.currency,
      advance: amountOf(row.advance_id === null ? null : claim.advance_amount),
      date: dayOfMoment(claim.sent_at),
      paidOn: dayOf(claim.paid?.date),
      reference: claim.paid?.reference,
    };
    return Object.values(cells).map((cell) => cell ?? null);
  });
}

async function detailSheets(tx: Tx, claims: readonly ExpenseRow[], text: Translate): Promise<Sheet[]> {
  const items = sheetOf(text, "items", itemColumns);
  const approvals = approvalsSheet(text);
  for (let at = 0; at < claims.length; at += batchSize) {
    const some = claims.slice(at, at + batchSize);
    items.rows.push(...(await itemLines(tx, some)));
    approvals.rows.push(...(await approvalLines(tx, some, text)));
  }
  return [items, approvals];
}

async function itemLines(tx: Tx, claims: readonly ExpenseRow[]): Promise<SheetCell[][]> {
  const ids = claims.map(({ id }) => id);
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const receipts = await tx.rows<{ item_id: number }>(receiptsOfClaims, [ids]);
  const order = new Map(ids.map((id, at) => [id, at]));
  const items = (await tx.rows<ItemRow>(itemsOfClaims, [ids])).toSorted(
    (a, b) => (order.get(a.claim_id) ?? 0) - (order.get(b.claim_id) ?? 0),
  );
  const money = (amount: string | null, currency: string) =>
    amountOf(amount === null ? null : toMoney(amount, currency));
  return items.map((item) => {
    const claim = byId.get(item.claim_id) as ExpenseRow;
    const cells: Record<keyof typeof itemColumns, SheetCell> = {
      number: claim.code,
      spentOn: dayOf(item.spent_on),
      category: item.category?.name ?? null,
      supplier: item.supplier,
      details: item.note,
      amount: money(item.amount, item.currency),
      currency: item.currency,
      vat: money(item.vat_amount, item.currency),
      rate: amountOf(item.rate),
      homeAmount: money(item.home_amount, claim.currency),
      receipts: receipts.filter(({ item_id }) => item_id === item.id).length,
    };
    return Object.values(cells);
  });
}
