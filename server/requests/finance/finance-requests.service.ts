import type { InferType } from "yup";
import type { ApprovalDecision } from "../../../shared/approvals/approvals/approvals.workflow";
import { homeAmount } from "../../../shared/requests/finance/finance.items.rules";
import { servicePeriodOf } from "../../../shared/requests/money/service-period.rules";
import {
  type financeRequestSchema,
  missingForSubmission,
  newFinanceRequest,
  totalErrors,
} from "../../../shared/requests/finance/finance.schema";
import { userStream } from "../../../shared/kernel/events";
import { decimalsOf, isWithinMax, sumOfMoney, toMoney } from "../../../shared/kernel/money";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { cancelRequest, decideRequest } from "../../approvals/approvals/approvals.service";
import { sendRequest } from "../../approvals/approvals/approvals-sending.service";
import { enforceDraftLimit } from "../../approvals/approvals/draft-limit";
import { undoDecision } from "../../approvals/approvals/decision-undo.service";
import { RequestEntity, type RequestRow } from "../../approvals/approvals/request.entity";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { isOfferedSupplier, nameOfChosenSupplier } from "../suppliers/supplier-choice.service";
import { planFinanceChain } from "./finance-chain";
import { exchangeRateOf } from "../money/rates.read";
import { requireOwnRequest, requireVisibleRequest } from "../../approvals/approvals/request-readers.policy";
import { computeItems, copiedItems, type InputItem, type NewItem } from "./finance-items.service";
import { isOverLockedBudget } from "./finance-budget.service";
import { notifyOwnerOfExceededBudget } from "./over-budget-notification";
import { authorizeCancelling, financeRules, submittableFieldsOf } from "./finance.policy";
import {
  clearItems,
  type FinanceDetailRow,
  type FinanceRow,
  findFinance,
  insertItems,
  type ItemRow,
  itemsOfRequest,
  recordSending,
  lockFinance,
  takeFinanceNumber,
} from "./finance.sql";

type Input = InferType<typeof financeRequestSchema>;

export const loadVisibleFinance = async (tx: Tx, actor: Actor, id: number): Promise<FinanceDetailRow> =>
  requireVisibleRequest(tx, actor, await tx.one<FinanceDetailRow>(findFinance, [id]));

/**
 * Like `loadVisibleFinance`, with the request locked until the transaction ends.
 * @throws Problem 404; 409 when `version` is stale.
 */
export const loadLockedFinance = async (tx: Tx, actor: Actor, id: number, version?: number) =>
  requireVisibleRequest(tx, actor, await tx.one<FinanceDetailRow>(lockFinance, [id]), version);

interface ComputedRequest {
  type: Input["type"] & string;
  currency: string;
  items: NewItem[];
}

/** Merges the input into the stored request; omitted fields keep their value. Totals are always computed on the server. */
async function computeRequest(tx: Tx, input: Input, before: ComputedRequest, facts: Facts): Promise<ComputedRequest> {
  const currency = input.currency ?? input.currency_type ?? before.currency;
  const type = input.type ?? before.type;
  const given: readonly (InputItem | NewItem)[] = input.items ?? before.items;
  const supplierId = chosenSupplier(input, facts);
  return { type, currency, items: await computeItems(tx, given, { type, currency, supplierId, before: before.items }) };
}

const fields = sql(
  "finance.fields",
  `INSERT INTO finance_request AS f (id, tenant_id, requester_id, type, status, department_id, currency, amount, title,
     details, supplier, invoice_number, needed_by, note, no_file_reason, over_budget_reason, supplier_id, due_on, tax,
     invoice_date, service_from, service_to)
   SELECT r.id, r.tenant_id, r.requester_id, r.type, r.status, r.department_id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
     $12, $13, $14, $15, $16, $17
   FROM request r WHERE r.tenant_id = current_tenant() AND r.id = $1
   ON CONFLICT (id) DO UPDATE SET currency = $2, amount = $3, title = $4, details = $5, supplier = $6,
     invoice_number = $7, needed_by = $8, note = $9, no_file_reason = $10, over_budget_reason = $11, supplier_id = $12, due_on = $13,
     tax = $14, invoice_date = $15, service_from = $16, service_to = $17`,
);

type Facts = Pick<
  FinanceRow,
  | "details"
  | "supplier"
  | "supplierId"
  | "invoiceNumber"
  | "invoiceDate"
  | "serviceFrom"
  | "serviceTo"
  | "neededBy"
  | "dueOn"
  | "note"
  | "noFileReason"
  | "overBudgetReason"
>;
const noFacts: Facts = {
  details: null,
  supplier: null,
  supplierId: null,
  invoiceNumber: null,
  invoiceDate: null,
  serviceFrom: null,
  serviceTo: null,
  neededBy: null,
  dueOn: null,
  note: null,
  noFileReason: null,
  overBudgetReason: null,
};

/** Returns the id of the supplier on file; null if the name was changed without an id, because that supplier isn't on file. */
function chosenSupplier({ supplier_id: id, supplier: name }: Input, before: Facts): number | null {
  if (id !== undefined) return id;
  return name === undefined || name === before.supplier ? before.supplierId : null;
}

const periodErrors = ({ service_from: from, service_to: to }: ReturnType<typeof servicePeriodOf>) =>
  from !== null && to !== null && to < from ? { service_to: ["field.endBeforeStart"] } : null;

async function saveRequest(
  tx: Tx,
  id: number,
  input: Input,
  { currency, items }: ComputedRequest,
  before: Facts,
): Promise<void> {
  const said = <T>(value: T | null | undefined, old: T | null) => (value === undefined ? old : value || null);
  const details = said(input.details, before.details);
  // Repeats the validation, because currency or items may come from the stored request, which the schema didn't validate.
  const period = servicePeriodOf(
    said(input.service_from, before.serviceFrom),
    said(input.service_to, before.serviceTo),
  );
  const errors = totalErrors(items, currency) ?? periodErrors(period);
  if (errors) throw new Problem("request.invalid", { errors });
  const supplierId = chosenSupplier(input, before);
  const supplier =
    supplierId === null
      ? said(input.supplier, before.supplier)
      : await nameOfChosenSupplier(tx, supplierId, before.supplierId);
  await tx.rows(clearItems, [id]);
  await tx.rows(fields, [
    id,
    currency,
    sumOfMoney(
      items.map(({ total }) => total),
      currency,
    ),
    details ?? items.find((item) => item.details)?.details ?? "",
    details,
    supplier,
    said(input.invoice_number, before.invoiceNumber),
    said(input.needed_by, before.neededBy),
    said(input.note, before.note),
    said(input.no_file_reason, before.noFileReason),
    said(input.over_budget_reason, before.overBudgetReason),
    supplierId,
    said(input.due_on, before.dueOn),
    sumOfMoney(
      items.map(({ tax }) => tax),
      currency,
    ),
    said(input.invoice_date, before.invoiceDate),
    period.service_from,
    period.service_to,
  ]);
  await tx.rows(insertItems, [id, JSON.stringify(items), decimalsOf(currency)]);
}

const departmentOf = sql(
  "finance.departmentOf",
  "SELECT department_id AS id FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/** Creates and sends a request, or saves a draft. @throws Problem 422 naming missing fields, or when the draft limit is reached. */
export async function createFinance(tx: Tx, actor: Actor, input: Input): Promise<number> {
  const draft = await computeRequest(tx, input, { ...newFinanceRequest, items: [] }, noFacts);
  if (input.draft) await enforceDraftLimit(tx, actor.id, "finance");
  const department = await tx.one<{ id: number | null }>(departmentOf, [actor.id]);
  const facts = { family: "finance" as const, requesterId: actor.id, type: draft.type };
  const { id } = await tx.repo(RequestEntity).insert({ ...facts, departmentId: department?.id ?? null });
  await saveRequest(tx, id, input, draft, noFacts);
  if (input.draft) tx.emit("finance.draft", userStream(actor.id), { id, version: 1 });
  else await send(tx, await reloadRequest(tx, id));
  return id;
}

/**
 * Updates a draft or a returned request; without `draft` it is also sent.
 * @throws Problem 404; 403 for another user's request; 409 when it was already sent or the version is stale; 422.
 */
export async function updateFinance(tx: Tx, actor: Actor, id: number, input: Input): Promise<void> {
  const request = await loadLockedFinance(tx, actor, id, input.version);
  requireOwnRequest(actor, request);
  refuseUnlessSendable(request);
  const before = {
    type: request.type,
    currency: request.currency,
    items: await tx.rows<ItemRow>(itemsOfRequest, [id]),
  };
  const draft = await computeRequest(tx, input, before, request);
  if (request.code !== null && draft.type !== request.type) throw invalidFieldProblem("type", "finance.typeKept");
  const version = request.version + 1;
  await tx.repo(RequestEntity).update({ id }, { type: draft.type, version, updatedAt: () => "now()" });
  await saveRequest(tx, id, input, draft, request);
  if (input.draft) tx.emit("finance.draft", userStream(actor.id), { id, version });
  else await send(tx, await reloadRequest(tx, id));
}

const reloadRequest = async (tx: Tx, id: number) =>
  (await tx.one<FinanceDetailRow>(lockFinance, [id])) as FinanceDetailRow;

export async function sendFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await loadLockedFinance(tx, actor, id, version);
  requireOwnRequest(actor, request);
  await send(tx, request);
}

/** @throws Problem 409 unless the request is a draft or was returned. */
function refuseUnlessSendable({ status }: FinanceRow): void {
  const action = status === "draft" ? "SEND" : "RESUBMIT";
  if (!financeRules.workflow.after({ status, steps: ["manager"], at: 0 }, action))
    throw new Problem("request.wrongState");
}

const tenantToday = sql("finance.tenantToday", "SELECT tenant_today()::text AS today", { notNull: ["today"] });

async function refuseIncomplete(tx: Tx, request: FinanceDetailRow): Promise<void> {
  const errors = missingForSubmission(
    submittableFieldsOf(request, await tx.rows<ItemRow>(itemsOfRequest, [request.id])),
  );
  const { today } = (await tx.one<{ today: string }>(tenantToday)) as { today: string };
  if (request.invoiceDate !== null && request.invoiceDate > today) errors.invoice_date = ["finance.future"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Stores the current rate, assigns the number and starts the approval. */
async function send(tx: Tx, request: FinanceDetailRow): Promise<void> {
  refuseUnlessSendable(request);
  await refuseIncomplete(tx, request);
  const { id, type, currency, amount, requesterId } = request;
  const rate = await exchangeRateOf(tx, currency);
  if (!rate) throw invalidFieldProblem("currency", "finance.noRate");
  const home = homeAmount(amount, rate.rate, rate.home);
  if (!isWithinMax(home)) throw invalidFieldProblem("items", "finance.totalTooLarge");
  const department = await tx.one<{ id: number | null }>(departmentOf, [requesterId]);
  const departmentId = department?.id ?? null;
  if (departmentId !== request.departmentId) await tx.repo(RequestEntity).update({ id }, { departmentId });
  const amounts = { [currency]: toMoney(amount, currency) };
  const over_budget = await isOverLockedBudget(tx, { departmentId, year: request.year, amount: home });
  if (over_budget && !request.overBudgetReason)
    throw invalidFieldProblem("over_budget_reason", "finance.overBudgetReason");
  const subject = {
    requester_id: requesterId,
    department_id: departmentId,
    type,
    amount: home,
    amounts,
    over_budget,
    budget_year: request.year,
  };
  const chain = await planFinanceChain(tx, subject);
  const given =
    request.code === null ? await tx.one<{ year: number; last: number }>(takeFinanceNumber, [type]) : undefined;
  const number = [given?.last ?? null, given?.year ?? null];
  await tx.rows(recordSending, [id, rate.rate, rate.home, home, ...number, departmentId]);
  await sendRequest(tx, financeRules, request, chain);
  if (over_budget) await notifyOwnerOfExceededBudget(tx, id, requesterId, request.year);
}

/**
 * @throws Problem 404; 403 for the actor's own request, or when the actor isn't an approver; 409 when the version is stale or the request
 *   is already decided.
 */
export async function decideFinance(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: ApprovalDecision,
  how: { version?: number; note: string | null },
): Promise<void> {
  const request = await loadLockedFinance(tx, actor, id);
  await decideRequest(tx, financeRules, actor, request, decision, how);
}

export async function undoFinanceDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  return undoDecision(tx, actor, await loadLockedFinance(tx, actor, id));
}

export async function cancelFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await loadLockedFinance(tx, actor, id, version);
  authorizeCancelling(actor, request);
  await cancelRequest(tx, financeRules, request);
}

/**
 * Permanently deletes a draft that was never sent.
 * @throws Problem 404; 403 for another user's draft; 409 once it was sent.
 */
export async function deleteFinance(tx: Tx, actor: Actor, id: number): Promise<void> {
  const request = await loadLockedFinance(tx, actor, id);
  requireOwnRequest(actor, request);
  if (request.status !== "draft" || request.code !== null) throw new Problem("request.wrongState");
  await tx.repo(RequestEntity).delete({ id });
  tx.emit("finance.draft", userStream(actor.id), { id, version: request.version });
}

/** Deletes a request that was never sent, or cancels one that has a number. @throws Problem 404, 409. */
export async function withdrawFinance(tx: Tx, requester: Actor, { id }: { id: number }): Promise<void> {
  const { status, code } = await loadLockedFinance(tx, requester, id);
  await (status === "draft" && code === null ? deleteFinance : cancelFinance)(tx, requester, id);
}

/** Creates a draft with the items of another visible request. @throws Problem 404. */
export async function duplicateFinance(tx: Tx, actor: Actor, id: number): Promise<number> {
  const { type, currency, details, supplier, supplierId, note } = await loadVisibleFinance(tx, actor, id);
  const items = await copiedItems(tx, await tx.rows<ItemRow>(itemsOfRequest, [id]));
  const chosen = supplierId !== null && (await isOfferedSupplier(tx, supplierId)) ? { supplier_id: supplierId } : {};
  const copy = {
    type,
    currency: currency as Input["currency"],
    details,
    supplier,
    ...chosen,
    note,
    items,
    draft: true,
  };
  return createFinance(tx, actor, copy as Input);
}
