import { createHash } from "node:crypto";
import type { InferType } from "yup";
import type { BulkResult } from "../../../shared/kernel/bulk-result";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { tenantStream } from "../../../shared/kernel/events";
import { pageMetaOf, pageOf, type PageQuery } from "../../../shared/kernel/paging";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { listPaymentBatches } from "../../../shared/requests/payments/payment-batches.contract";
import { isExecutionDay } from "../../../shared/requests/payments/bank-days.rules";
import { csvFile, sepaFile } from "../../../shared/requests/payments/payment-file";
import { losesLetters } from "../../../shared/requests/payments/sepa-text";
import type {
  batchChangeSchema,
  BatchFormat,
  batchSchema,
  BatchStatus,
  executeSchema,
  ItemProblem,
  returnSchema,
} from "../../../shared/requests/payments/payments.schema";
import { maxBatchItems } from "../../../shared/requests/payments/payments.schema";
import { tenantToday } from "../../platform/database/tenant-today";
import type { Tx } from "../../platform/database/unit-of-work";
import { type BulkReport, runEachInTransaction } from "../../platform/http/serve/run-each-in-transaction";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { setPrivateReader } from "../../people/people/private-reader";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { itemProblem, payableFamily, payableProblem, payablesById } from "./batch-payables.service";
import { presentBatch } from "./payment-batches.present";
import * as statements from "./payments.sql";
import type { BatchRow, ItemRow, LockedBatch } from "./payments.sql";

type Version = { version?: number | undefined };

export async function listBatches(
  tx: Tx,
  query: PageQuery & { status?: BatchStatus | "" | undefined },
): Promise<ReplyOf<typeof listPaymentBatches>> {
  const page = pageOf(query, 50);
  const status = query.status || null;
  const total = (await tx.one<{ total: number }>(statements.countBatches, [status]))?.total ?? 0;
  const rows = await tx.rows<BatchRow>(statements.listBatches, [status, page.perPage, page.offset]);
  return { data: rows.map(presentBatch), meta: pageMetaOf(page, total) };
}

/** @throws Problem 404; 409 when the version is stale or the status isn't one of `allowedStatuses`. */
async function loadLocked(
  tx: Tx,
  id: number,
  { version }: Version,
  ...allowedStatuses: BatchStatus[]
): Promise<LockedBatch> {
  const batch = await tx.one<LockedBatch>(statements.lockBatch, [id]);
  if (!batch) throw new Problem("notFound");
  if (version !== undefined && version !== batch.version)
    throw new Problem("request.stale", { record: { id, status: batch.status, version: batch.version } });
  if (!allowedStatuses.includes(batch.status)) throw new Problem("request.wrongState");
  return batch;
}

/** Increments the batch's version, writes the change to the security log and updates screens. Called for every change. */
async function emitBatchChange(tx: Tx, { id, code }: Pick<LockedBatch, "id" | "code">, change: string): Promise<void> {
  const version = (await tx.one<{ version: number }>(statements.bumpBatch, [id]))?.version ?? 0;
  logSecurity(tx, { kind: "payment_batch_changed", facts: { change, record: code } });
  tx.emit("payment_batch.updated", tenantStream(tx.tenantId), { id, version });
}

interface RefusedItem {
  request_id: number;
  number: string;
  problem: ItemProblem;
}

function refuseItems(items: readonly RefusedItem[]): void {
  if (items.length === 0) return;
  const numbers = items.map(({ number }) => number).join(", ");
  throw new Problem("payment.itemsRefused", { record: { items }, values: { numbers } });
}

/** @throws Problem 409 with the requests that can't be included and the reasons. */
async function addItems(tx: Tx, actor: Actor, batch: LockedBatch, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await payablesById(tx, actor, ids);
  const refused: RefusedItem[] = [];
  const refuse = (id: number, problem: ItemProblem) =>
    refused.push({ request_id: id, number: found.get(id)?.number ?? `#${id}`, problem });
  for (const id of ids) {
    const payable = found.get(id);
    const problem =
      payable && payable.currency !== batch.currency ? "notPayable" : payableProblem(payable, batch.format);
    if (problem) refuse(id, problem);
  }
  refuseItems(refused);
  const rows = [...found.values()].map((payable) => ({
    request_id: payable.requestId,
    family: payable.family,
    number: payable.number,
    payee_kind: payable.payee.kind,
    payee_id: payable.payee.id,
    payee_name: payable.payee.name,
    ...payable.account,
    amount: payable.amount,
    purpose: payable.purpose,
    due_on: payable.dueOn,
  }));
  const saved = new Set(
    (await tx.rows<{ id: number }>(statements.saveItems, [batch.id, JSON.stringify(rows)])).map(({ id }) => id),
  );
  for (const id of ids) if (!saved.has(id)) refuse(id, "otherBatch");
  refuseItems(refused);
  const items = await tx.rows<ItemRow>(statements.itemsOfBatch, [batch.id]);
  if (items.length > maxBatchItems) throw invalidFieldProblem("requests", "field.tooMany");
}

/** @throws Problem 422 for an unknown or archived account, and with SEPA for a holder that the file can't name. */
async function requireUsableAccount(tx: Tx, id: number | undefined, format: BatchFormat): Promise<void> {
  if (id === undefined) return;
  const account = await tx.one<{ holder: string }>(statements.usableAccount, [id]);
  if (!account) throw invalidFieldProblem("account_id", "field.unknown");
  if (format === "sepa" && losesLetters(account.holder)) throw invalidFieldProblem("account_id", "payment.notLatin");
}

/** @throws Problem 422 for a past day, and for a day on which banks execute nothing. */
async function requireExecutionDay(tx: Tx, day: string | null | undefined, currency: string): Promise<void> {
  const calendar = await tx.one<{ today: string; weekend: number[] }>(statements.tenantCalendar);
  if (!day || !calendar) return;
  if (day < calendar.today) throw invalidFieldProblem("execution_on", "payment.dayOver");
  if (!isExecutionDay(day, currency, calendar.weekend)) throw invalidFieldProblem("execution_on", "payment.noBankDay");
}

/** @throws Problem 409 with requests that can't be included; 422 for an archived account, a day that can't be used, or SEPA in another currency. */
export async function createBatch(tx: Tx, actor: Actor, input: InferType<typeof batchSchema>): Promise<number> {
  const { account_id, currency, execution_on, requests = [], format = currency === "EUR" ? "sepa" : "csv" } = input;
  if (format === "sepa" && currency !== "EUR") throw invalidFieldProblem("format", "payment.sepaEuro");
  await requireUsableAccount(tx, account_id, format);
  await requireExecutionDay(tx, execution_on, currency);
  const number = await tx.one<{ year: number; last: number }>(statements.takeBatchNumber);
  const row = await tx.one<{ id: number }>(statements.insertBatch, [
    number?.year,
    number?.last,
    format,
    currency,
    account_id,
    execution_on,
    actor.id,
  ]);
  const batch = await loadLocked(tx, (row as { id: number }).id, {}, "draft");
  await addItems(tx, actor, batch, [...new Set(requests)]);
  await emitBatchChange(tx, batch, "created");
  return batch.id;
}

/** @throws Problem 404; 409 when stale, not a draft, or with requests that can't be included; 422. */
export async function changeBatch(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof batchChangeSchema>,
): Promise<void> {
  const batch = await loadLocked(tx, id, input, "draft");
  await requireUsableAccount(tx, input.account_id, batch.format);
  await requireExecutionDay(tx, input.execution_on, batch.currency);
  await tx.rows(statements.updateBatch, [id, input.account_id ?? null, input.execution_on ?? null]);
  await tx.rows(statements.removeItems, [id, input.remove ?? []]);
  await addItems(tx, actor, batch, [...new Set(input.add ?? [])]);
  await emitBatchChange(tx, batch, "changed");
}

/** @throws Problem 409 with the items that the actor may not pay or that have changed. */
async function requireUnchangedItems(tx: Tx, actor: Actor, batch: LockedBatch): Promise<ItemRow[]> {
  await tx.rows(statements.lockRequests, [batch.id]);
  const items = await tx.rows<ItemRow>(statements.itemsOfBatch, [batch.id]);
  const found = await payablesById(
    tx,
    actor,
    items.map(({ requestId }) => requestId),
  );
  refuseItems(
    items.flatMap((item) => {
      const problem = itemProblem(item, found.get(item.requestId), batch.format);
      return problem ? [{ request_id: item.requestId, number: item.number, problem }] : [];
    }),
  );
  return items;
}

/**
 * Submits a draft. Its requests are locked and compared with their copies, so that only approved data is paid.
 * @throws Problem 404; 409 when stale, not a draft, or with items that can't be paid; 422 without items, or for a past day.
 */
export async function submitBatch(tx: Tx, actor: Actor, id: number, input: Version): Promise<void> {
  const batch = await loadLocked(tx, id, input, "draft");
  await requireUsableAccount(tx, batch.accountId, batch.format);
  await requireExecutionDay(tx, batch.executionOn, batch.currency);
  const items = await requireUnchangedItems(tx, actor, batch);
  if (items.length === 0) throw invalidFieldProblem("requests", "field.required");
  await tx.rows(statements.submitBatch, [id, actor.id]);
  await emitBatchChange(tx, batch, "submitted");
}

/**
 * Approves a submitted batch and creates its file. Users who may not pay one of its requests can't approve it either.
 * @throws Problem 404; 403 for users who created or submitted it, or requested a payment; 409 when stale, not submitted, with a request
 *   that the actor approved, or changed.
 */
export async function approveBatch(tx: Tx, actor: Actor, id: number, input: Version): Promise<void> {
  const batch = await loadLocked(tx, id, input, "submitted");
  if (actor.id === batch.createdById || actor.id === batch.submittedById) throw new Problem("payment.fourEyes");
  const pending = await tx.rows<ItemRow>(statements.itemsOfBatch, [id]);
  const requests = await tx.rows<{ id: number; requesterId: number }>(statements.requestFamiliesOf, [
    pending.map(({ requestId }) => requestId),
  ]);
  if (requests.some(({ requesterId }) => requesterId === actor.id)) throw new Problem("request.own");
  const items = await requireUnchangedItems(tx, actor, batch);
  await requireExecutionDay(tx, batch.executionOn, batch.currency);
  const order = await tx.one<{ holder: string; iban: string; bic: string | null; now: Date }>(statements.orderOfBatch, [
    id,
  ]);
  const { now, ...debtor } = order as NonNullable<typeof order>;
  const { code, currency, executionOn } = batch;
  const payments = items.toSorted((a, b) => a.position - b.position);
  const make = batch.format === "sepa" ? sepaFile : csvFile;
  const file = make({ code, currency, executionOn, createdAt: now.toISOString(), debtor, payments });
  await tx.rows(statements.approveBatch, [id, actor.id, file, createHash("sha256").update(file).digest("hex")]);
  await emitBatchChange(tx, batch, "approved");
}

const changedAccounts = async (tx: Tx, actor: Actor, id: number) => {
  await setPrivateReader(tx, actor.id);
  return tx.rows<{ id: number; requestId: number; number: string }>(statements.itemsWithChangedAccount, [id]);
};

/**
 * Makes a submitted batch a draft again, or an approved one if a payee's account has changed and nothing of it is settled.
 * @throws Problem 404; 409 when stale or in another state.
 */
export async function reopenBatch(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, version }: Version & { reason: string },
): Promise<void> {
  const batch = await loadLocked(tx, id, { version }, "submitted", "approved");
  if (batch.status === "approved") {
    const items = await tx.rows<ItemRow>(statements.itemsOfBatch, [id]);
    if (items.some(({ state }) => state !== "pending") || (await changedAccounts(tx, actor, id)).length === 0)
      throw new Problem("request.wrongState");
  }
  await tx.rows(statements.reopenBatch, [id, reason]);
  await emitBatchChange(tx, batch, "reopened");
}

/** @throws Problem 404; 409 when stale or approved. */
export async function cancelBatch(tx: Tx, id: number, input: Version): Promise<void> {
  const batch = await loadLocked(tx, id, input, "draft", "submitted");
  await tx.rows(statements.cancelItems, [id]);
  await tx.rows(statements.cancelBatch, [id]);
  await emitBatchChange(tx, batch, "cancelled");
}

/** @throws Problem 404; 409 unless the batch is approved, and for items whose payee has another account now. */
export async function downloadBatch(tx: Tx, actor: Actor, id: number): Promise<{ name: string; bytes: Buffer }> {
  const row = await tx.one<{ code: string; format: string; file: string | null }>(statements.fileOfBatch, [id]);
  if (!row) throw new Problem("notFound");
  const batch = await loadLocked(tx, id, {}, "approved");
  const changed = await changedAccounts(tx, actor, id);
  refuseItems(changed.map(({ requestId, number }) => ({ request_id: requestId, number, problem: "accountChanged" })));
  logSecurity(tx, { kind: "payment_batch_changed", facts: { change: "downloaded", record: batch.code } });
  return { name: `${row.code}.${row.format === "sepa" ? "xml" : "csv"}`, bytes: Buffer.from(row.file ?? "") };
}

async function loadLockedItem(tx: Tx, batchId: number, itemId: number): Promise<ItemRow> {
  const item = await tx.one<ItemRow>(statements.lockItem, [batchId, itemId]);
  if (!item) throw new Problem("notFound");
  return item;
}

/** Settles the item first, because a request with a pending item can't be paid. */
async function executeItem(
  tx: Tx,
  actor: Actor,
  batchId: number,
  itemId: number,
  { date, reference }: InferType<typeof executeSchema>,
): Promise<void> {
  const batch = await loadLocked(tx, batchId, {}, "approved");
  const item = await loadLockedItem(tx, batchId, itemId);
  if (item.state !== "pending") throw new Problem("request.wrongState");
  const day = date ?? (await tenantToday(tx));
  await tx.rows(statements.settleItem, [itemId, "executed", day, reference, null, actor.id]);
  const payment = { date: day, reference: `${batch.code} ${reference}` };
  await payableFamily(item.family).pay(tx, actor, item.requestId, payment);
  await tx.rows(statements.completeBatch, [batchId]);
  await emitBatchChange(tx, batch, "executed");
}

/** Banks may return payments before or after execution. */
async function returnItem(tx: Tx, actor: Actor, batchId: number, itemId: number, reason: string): Promise<void> {
  const batch = await loadLocked(tx, batchId, {}, "approved", "completed");
  const item = await loadLockedItem(tx, batchId, itemId);
  if (item.state !== "pending" && item.state !== "executed") throw new Problem("request.wrongState");
  await tx.rows(statements.settleItem, [itemId, "returned", null, null, reason, actor.id]);
  if (item.state === "executed") await payableFamily(item.family).takePaymentBack(tx, actor, item.requestId);
  await tx.rows(statements.completeBatch, [batchId]);
  await emitBatchChange(tx, batch, "returned");
}

/** Settles each item separately, so that a refused one doesn't affect the others and the rest can be settled after a crash. */
const settleEach = (
  unit: RunTransaction,
  items: readonly number[],
  doneMessage: string,
  report: BulkReport,
  settle: (tx: Tx, id: number) => Promise<void>,
): Promise<BulkResult[]> =>
  runEachInTransaction(
    unit,
    items.map((id) => ({ id })),
    { ...report, doneMessage, operation: "payment batch" },
    (tx, { id }) => settle(tx, id),
  );

export const executeItems = (
  unit: RunTransaction,
  actor: Actor,
  batchId: number,
  input: InferType<typeof executeSchema>,
  report: BulkReport,
): Promise<BulkResult[]> =>
  settleEach(unit, input.items, report.text("finance.paid"), report, (tx, id) =>
    executeItem(tx, actor, batchId, id, input),
  );

export const returnItems = (
  unit: RunTransaction,
  actor: Actor,
  batchId: number,
  { items, reason }: InferType<typeof returnSchema>,
  report: BulkReport,
): Promise<BulkResult[]> =>
  settleEach(unit, items, report.text("payment.returned"), report, (tx, id) =>
    returnItem(tx, actor, batchId, id, reason),
  );
