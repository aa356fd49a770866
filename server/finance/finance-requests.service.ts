import type { InferType } from "yup";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import { grandTotal, homeAmount, itemTotal } from "../../shared/finance/finance.items.rules";
import {
  type financeRequestSchema,
  lacksForSending,
  newFinanceRequest,
  totalErrors,
} from "../../shared/finance/finance.schema";
import { userStream } from "../../shared/kernel/events";
import { decimalsOf, isWithinMax, toMoney } from "../../shared/kernel/money";
import { invalid, Problem } from "../../shared/kernel/problems";
import { cancelRequest, decideRequest } from "../approvals/approvals.service";
import { sendRequest } from "../approvals/approvals-sending.service";
import { requireRoomForDraft } from "../approvals/drafts.service";
import { undoDecision } from "../approvals/decision-undo.service";
import { RequestEntity, type RequestRow } from "../approvals/request.entity";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { planFinance } from "./finance-chain.service";
import { rateOf } from "./finance-rates.service";
import { authorizeSeeing } from "../approvals/request-readers.policy";
import { authorizeCancelling, financeRules } from "./finance.policy";
import {
  clearItems,
  type FinanceRow,
  findFinance,
  insertItems,
  type ItemRow,
  itemsOf,
  keepSending,
  lockFinance,
  takeNumber,
} from "./finance.sql";

type Input = InferType<typeof financeRequestSchema>;

/** @throws Problem 404 when it doesn't exist or isn't theirs to see. */
export async function visibleFinance(tx: Tx, actor: Actor, id: number): Promise<FinanceRow> {
  const request = await tx.one<FinanceRow>(findFinance, [id]);
  if (!request) throw new Problem("notFound");
  await authorizeSeeing(tx, actor, request);
  return request;
}

/** The same, locked until the transaction ends. @throws Problem 409 when `version` isn't the present one. */
export async function lockedFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<FinanceRow> {
  const request = await tx.one<FinanceRow>(lockFinance, [id]);
  if (!request) throw new Problem("notFound");
  await authorizeSeeing(tx, actor, request);
  if (version !== undefined && version !== request.version) {
    throw new Problem("request.stale", { record: { id, status: request.status, version: request.version } });
  }
  return request;
}

interface Written {
  type: Input["type"] & string;
  currency: string;
  items: Omit<ItemRow, "position">[];
}

/** What is asked for, with totals computed here, whatever came along; what isn't said stays as it was. */
function written(input: Input, before: Written): Written {
  const currency = input.currency ?? input.currency_type ?? before.currency;
  const items = (input.items ?? before.items).map((item) => {
    const { price = null, quantity = 1 } = item;
    const details = item.details || ("description" in item && item.description) || null;
    return { details, price, quantity, total: itemTotal({ price, quantity }, currency) };
  });
  return { type: input.type ?? before.type, currency, items };
}

const fields = sql(
  "finance.fields",
  `INSERT INTO finance_request AS f (id, tenant_id, requester_id, type, status, department_id, currency, amount, title,
     details, supplier, invoice_number, needed_by, note)
   SELECT r.id, r.tenant_id, r.requester_id, r.type, r.status, r.department_id, $2, $3, $4, $5, $6, $7, $8, $9
   FROM request r WHERE r.tenant_id = current_tenant() AND r.id = $1
   ON CONFLICT (id) DO UPDATE SET currency = $2, amount = $3, title = $4, details = $5, supplier = $6,
     invoice_number = $7, needed_by = $8, note = $9`,
);

type Facts = Pick<FinanceRow, "details" | "supplier" | "invoiceNumber" | "neededBy" | "note">;
const noFacts: Facts = { details: null, supplier: null, invoiceNumber: null, neededBy: null, note: null };

async function keep(tx: Tx, id: number, input: Input, { currency, items }: Written, before: Facts): Promise<void> {
  const said = <T>(value: T | null | undefined, old: T | null) => (value === undefined ? old : value || null);
  const details = said(input.details, before.details);
  // The currency, or the lines, may be those from before: the schema has seen what came only.
  const errors = totalErrors(items, currency);
  if (errors) throw new Problem("request.invalid", { errors });
  await tx.rows(clearItems, [id]);
  await tx.rows(fields, [
    id,
    currency,
    grandTotal(items, currency),
    details ?? items.find((item) => item.details)?.details ?? "",
    details,
    said(input.supplier, before.supplier),
    said(input.invoice_number, before.invoiceNumber),
    said(input.needed_by, before.neededBy),
    said(input.note, before.note),
  ]);
  await tx.rows(insertItems, [id, JSON.stringify(items), decimalsOf(currency)]);
}

const departmentOf = sql(
  "finance.departmentOf",
  "SELECT department_id AS id FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/** Asks for something, or keeps a draft of it. @throws Problem 422 naming what is missing, or for one draft too many. */
export async function createFinance(tx: Tx, actor: Actor, input: Input): Promise<number> {
  const draft = written(input, { ...newFinanceRequest, items: [] });
  if (input.draft) await requireRoomForDraft(tx, actor.id, "finance");
  else refuseIncomplete(draft);
  const department = await tx.one<{ id: number | null }>(departmentOf, [actor.id]);
  const facts = { family: "finance" as const, requesterId: actor.id, type: draft.type };
  const { id } = await tx.repo(RequestEntity).insert({ ...facts, departmentId: department?.id ?? null });
  await keep(tx, id, input, draft, noFacts);
  if (input.draft) tx.emit("finance.draft", userStream(actor.id), { id, version: 1 });
  else await send(tx, (await tx.one<FinanceRow>(lockFinance, [id])) as FinanceRow);
  return id;
}

/**
 * Changes a draft or what was sent back; without `draft` it is sent as well.
 * @throws Problem 404, 403 for another's, 409 (sent already; stale), 422.
 */
export async function updateFinance(tx: Tx, actor: Actor, id: number, input: Input): Promise<void> {
  const request = await lockedFinance(tx, actor, id, input.version);
  requireOwn(actor, request);
  if (!sendingAction(request)) throw new Problem("request.wrongState");
  const before = { type: request.type, currency: request.currency, items: await tx.rows<ItemRow>(itemsOf, [id]) };
  const draft = written(input, before);
  if (request.code !== null && draft.type !== request.type) throw invalid("type", "finance.typeKept");
  if (!input.draft) refuseIncomplete(draft);
  const version = request.version + 1;
  await tx.repo(RequestEntity).update({ id }, { type: draft.type, version, updatedAt: () => "now()" });
  await keep(tx, id, input, draft, request);
  if (input.draft) tx.emit("finance.draft", userStream(actor.id), { id, version });
  else await send(tx, (await tx.one<FinanceRow>(lockFinance, [id])) as FinanceRow);
}

/** @throws Problem 404, 403, 409, 422. */
export async function sendFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await lockedFinance(tx, actor, id, version);
  requireOwn(actor, request);
  refuseUnlessSendable(request);
  refuseIncomplete({ items: await tx.rows<ItemRow>(itemsOf, [id]), currency: request.currency });
  await send(tx, request);
}

function requireOwn(actor: Actor, request: FinanceRow): void {
  if (request.requesterId !== actor.id) throw new Problem("permission.denied");
}

function sendingAction(request: FinanceRow): "SEND" | "RESUBMIT" | undefined {
  const action = request.status === "draft" ? "SEND" : "RESUBMIT";
  return financeRules.workflow.after({ status: request.status, steps: ["manager"], at: 0 }, action)
    ? action
    : undefined;
}

function refuseUnlessSendable(request: FinanceRow): void {
  if (!sendingAction(request)) throw new Problem("request.wrongState");
}

function refuseIncomplete({
  items,
  currency,
}: {
  items: Parameters<typeof lacksForSending>[0];
  currency: string;
}): void {
  const errors = lacksForSending(items, currency);
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Keeps the rate of this moment and gives the number; then whoever decides is asked. */
async function send(tx: Tx, request: FinanceRow): Promise<void> {
  refuseUnlessSendable(request);
  const { id, type, currency, amount, requesterId } = request;
  const rate = await rateOf(tx, currency);
  if (!rate) throw invalid("currency", "finance.noRate");
  const home = homeAmount(amount, rate.rate, rate.home);
  if (!isWithinMax(home)) throw invalid("items", "finance.totalTooLarge");
  const department = await tx.one<{ id: number | null }>(departmentOf, [requesterId]);
  const departmentId = department?.id ?? null;
  if (departmentId !== request.departmentId) await tx.repo(RequestEntity).update({ id }, { departmentId });
  const amounts = { [currency]: toMoney(amount, currency) };
  const subject = { requester_id: requesterId, department_id: departmentId, type, amount: home, amounts };
  const chain = await planFinance(tx, subject);
  const given = request.code === null ? await tx.one<{ year: number; last: number }>(takeNumber, [type]) : undefined;
  const number = [given?.last ?? null, given?.year ?? null];
  await tx.rows(keepSending, [id, rate.rate, rate.home, home, ...number, departmentId]);
  await sendRequest(tx, financeRules, request, chain);
}

/** @throws Problem 404, 403 (own, or not asked), 409 (stale, decided already). */
export async function decideFinance(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: Decision,
  how: { version?: number; note: string | null },
): Promise<void> {
  const request = await lockedFinance(tx, actor, id);
  await decideRequest(tx, financeRules, actor, request, decision, how);
}

/** @throws Problem 404, 403, 409 when it is too late. */
export async function undoFinanceDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  const request = await lockedFinance(tx, actor, id);
  return undoDecision(tx, actor, request);
}

/** @throws Problem 404, 403, 409. */
export async function cancelFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await lockedFinance(tx, actor, id, version);
  authorizeCancelling(actor, request);
  await cancelRequest(tx, financeRules, request);
}

/** What was never sent goes for good. @throws Problem 404, 403, 409. */
export async function deleteFinance(tx: Tx, actor: Actor, id: number): Promise<void> {
  const request = await lockedFinance(tx, actor, id);
  requireOwn(actor, request);
  if (request.status !== "draft" || request.code !== null) throw new Problem("request.wrongState");
  await tx.repo(RequestEntity).delete({ id });
  tx.emit("finance.draft", userStream(actor.id), { id, version: request.version });
}

/** What was never sent goes; what has a number already is taken back. @throws Problem 404, 409. */
export async function withdrawFinance(tx: Tx, requester: Actor, { id }: { id: number }): Promise<void> {
  const { status, code } = await lockedFinance(tx, requester, id);
  await (status === "draft" && code === null ? deleteFinance : cancelFinance)(tx, requester, id);
}

/** A draft of one's own with the items of another request that one sees. @throws Problem 404. */
export async function duplicateFinance(tx: Tx, actor: Actor, id: number): Promise<number> {
  const { type, currency, details, supplier, note } = await visibleFinance(tx, actor, id);
  const items = await tx.rows<ItemRow>(itemsOf, [id]);
  const copy = { type, currency: currency as Input["currency"], details, supplier, note, items, draft: true };
  return createFinance(tx, actor, copy as Input);
}
