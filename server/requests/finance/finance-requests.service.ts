import type { InferType } from "yup";
import { type FieldValues, initialValues, mergeFields } from "../../../shared/approvals/documents/document-fields";
import { type FinanceFields, financeFields } from "../../../shared/requests/finance/finance.fields";
import { homeAmount } from "../../../shared/requests/finance/finance.items.rules";
import { servicePeriodOf } from "../../../shared/requests/money/service-period.rules";
import {
  type financeRequestSchema,
  missingForSubmission,
  newFinanceRequest,
  totalErrors,
} from "../../../shared/requests/finance/finance.schema";
import { moneyLifecycle } from "../../../shared/requests/money/money.workflow";
import { userStream } from "../../../shared/kernel/events";
import { decimalsOf, isWithinMax, sumOfMoney, toMoney } from "../../../shared/kernel/money";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { addMissingSteps } from "../../approvals/approvals/added-steps.service";
import { sendRequest } from "../../approvals/approvals/approvals-sending.service";
import { RequestEntity } from "../../approvals/approvals/request.entity";
import { fieldParameters, storedFields } from "../../approvals/documents/document-fields";
import { defineDocument } from "../../approvals/documents/document.service";
import type { Actor } from "../../platform/session";
import { tenantToday } from "../../platform/database/tenant-today";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { isOfferedSupplier, nameOfChosenSupplier } from "../suppliers/supplier-choice.service";
import { planFinanceChain } from "./finance-chain";
import { takeNumber } from "../money/paid-request.service";
import { exchangeRateOf } from "../money/rates.read";
import { computeItems, copiedItems, type InputItem, type NewItem } from "./finance-items.service";
import { chargedBudgetOf, isOverLockedBudget } from "./finance-budget.service";
import { notifyOwnerOfExceededBudget } from "./over-budget-notification";
import { authorizeCancelling, financeRules, submittableFieldsOf } from "./finance.policy";
import {
  deleteItems,
  type FinanceDetailRow,
  findFinance,
  insertItems,
  type ItemRow,
  itemsOfRequest,
  recordSending,
  lockFinance,
  updateConversion,
} from "./finance.sql";

type Input = InferType<typeof financeRequestSchema>;

interface ComputedRequest {
  type: Input["type"] & string;
  currency: string;
  items: NewItem[];
}

/** Merges the input into the stored request; omitted fields keep their value. Totals are always computed on the server. */
async function computeRequest(tx: Tx, input: Input, before: ComputedRequest, facts: Facts): Promise<ComputedRequest> {
  const currency = input.currency ?? input.currency_type ?? before.currency;
  const type = input.type ?? before.type;
  const items: readonly (InputItem | NewItem)[] = input.items ?? before.items;
  const supplierId = chosenSupplier(input, facts);
  return { type, currency, items: await computeItems(tx, items, { type, currency, supplierId, before: before.items }) };
}

const fieldStorage = storedFields(financeFields, 6);
/** $1 request, $2 currency, $3 amount, $4 tax, $5 title, then the fields. */
const upsertRequest = sql(
  "finance.fields",
  `INSERT INTO finance_request AS f (id, tenant_id, requester_id, type, status, department_id, currency, amount, tax, title,
     ${fieldStorage.names})
   SELECT r.id, r.tenant_id, r.requester_id, r.type, r.status, r.department_id, $2, $3, $4, $5, ${fieldStorage.parameters}
   FROM request r WHERE r.tenant_id = current_tenant() AND r.id = $1
   ON CONFLICT (id) DO UPDATE SET currency = $2, amount = $3, tax = $4, title = $5, ${fieldStorage.assignments}`,
);

type Facts = FieldValues<FinanceFields>;
const noFacts = initialValues(financeFields);

/** Returns the id of the supplier on file; null if the name was changed without an id, because that supplier isn't on file. */
function chosenSupplier({ supplier_id: id, supplier: name }: Input, before: Facts): number | null {
  if (id !== undefined) return id;
  return name === undefined || name === before.supplier ? before.supplier_id : null;
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
  const fields = mergeFields(financeFields, input, before);
  // Repeats the validation, because currency or items may come from the stored request, which the schema didn't validate.
  const period = servicePeriodOf(fields.service_from, fields.service_to);
  const errors = totalErrors(items, currency) ?? periodErrors(period);
  if (errors) throw new Problem("request.invalid", { errors });
  const supplier_id = chosenSupplier(input, before);
  const supplier =
    supplier_id === null ? fields.supplier : await nameOfChosenSupplier(tx, supplier_id, before.supplier_id);
  const sumOf = (amounts: string[]) => sumOfMoney(amounts, currency);
  await tx.rows(deleteItems, [id]);
  await tx.rows(upsertRequest, [
    id,
    currency,
    sumOf(items.map(({ total }) => total)),
    sumOf(items.map(({ tax }) => tax)),
    fields.details ?? items.find((item) => item.details)?.details ?? "",
    ...fieldParameters(financeFields, { ...fields, supplier, supplier_id, ...period }),
  ]);
  await tx.rows(insertItems, [id, JSON.stringify(items), decimalsOf(currency)]);
}

async function refuseIncomplete(tx: Tx, request: FinanceDetailRow): Promise<void> {
  const errors = missingForSubmission(
    submittableFieldsOf(request, await tx.rows<ItemRow>(itemsOfRequest, [request.id])),
  );
  const today = await tenantToday(tx);
  if (request.invoice_date !== null && request.invoice_date > today) errors.invoice_date = ["finance.future"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Converts the amount at the current rate. @throws Problem 422 for a currency without a rate, and for an amount that is too large. */
async function convert(tx: Tx, { currency, amount }: Pick<FinanceDetailRow, "currency" | "amount">) {
  const rate = await exchangeRateOf(tx, currency);
  if (!rate) throw invalidFieldProblem("currency", "finance.noRate");
  const home = homeAmount(amount, rate.rate, rate.home);
  if (!isWithinMax(home)) throw invalidFieldProblem("items", "finance.totalTooLarge");
  return { rate, home };
}

/** Lists and sums show the conversion of a returned request, which its requester can change and save without sending it. */
async function convertSavedChange(tx: Tx, before: FinanceDetailRow): Promise<void> {
  const row = (await tx.one<FinanceDetailRow>(findFinance, [before.id])) as FinanceDetailRow;
  if (row.currency === before.currency && row.amount === before.amount) return;
  const { rate, home } = await convert(tx, row);
  await tx.rows(updateConversion, [row.id, rate.rate, rate.home, home]);
}

const subjectOf = (
  { requesterId, departmentId, type, currency, amount, year }: FinanceDetailRow,
  home: string | null,
  over_budget: boolean,
) => ({
  requester_id: requesterId,
  department_id: departmentId,
  type,
  amount: home,
  amounts: { [currency]: toMoney(amount, currency) },
  over_budget,
  budget_year: year,
});

/**
 * A refused request isn't counted in its budget, which others may have used until the refusal is undone. If the budget is exceeded then, the
 * approvers of requests over budget are added to the chain, and the owner is notified, as if the request had been sent over budget.
 */
async function markIfOverBudget(tx: Tx, request: FinanceDetailRow): Promise<void> {
  const { id, status, departmentId, requesterId, year, homeAmount: home, over_budget_reason: reason } = request;
  const isRefused = status === "rejected" || status === "changes_requested";
  if (!isRefused || reason !== null) return;
  // The restored request is counted already.
  if (!(await isOverLockedBudget(tx, { departmentId, year, amount: "0" }))) return;
  await addMissingSteps(tx, request, await planFinanceChain(tx, subjectOf(request, home, true)));
  await notifyOwnerOfExceededBudget(tx, id, requesterId, year);
}

/** Stores the current rate, assigns the number and starts the approval. */
async function send(tx: Tx, request: FinanceDetailRow): Promise<void> {
  await refuseIncomplete(tx, request);
  const { id, requesterId } = request;
  const { rate, home } = await convert(tx, request);
  const { departmentId, year } = await chargedBudgetOf(tx, requesterId, request.year);
  if (departmentId !== request.departmentId) await tx.repo(RequestEntity).update({ id }, { departmentId });
  const over_budget = await isOverLockedBudget(tx, { departmentId, year, amount: home });
  if (over_budget && !request.over_budget_reason)
    throw invalidFieldProblem("over_budget_reason", "finance.overBudgetReason");
  const chain = await planFinanceChain(tx, subjectOf({ ...request, departmentId }, home, over_budget));
  const number = await takeNumber(tx, request);
  await tx.rows(recordSending, [id, rate.rate, rate.home, home, number.last, number.year, departmentId]);
  await sendRequest(tx, financeRules, request, chain);
  if (over_budget) await notifyOwnerOfExceededBudget(tx, id, requesterId, request.year);
}

export const financeDocument = defineDocument<FinanceDetailRow, Input>({
  family: "finance",
  workflow: moneyLifecycle,
  rules: () => financeRules,
  find: (tx, id) => tx.one<FinanceDetailRow>(findFinance, [id]),
  lock: (tx, id) => tx.one<FinanceDetailRow>(lockFinance, [id]),
  async prepare(tx, actor, input, before) {
    const computed = await computeRequest(tx, input, await stateOf(tx, before), before ?? noFacts);
    if (before && before.code !== null && computed.type !== before.type)
      throw invalidFieldProblem("type", "finance.typeKept");
    return {
      type: computed.type,
      departmentId: before ? before.departmentId : (await chargedBudgetOf(tx, actor.id, null)).departmentId,
      async store(id) {
        await saveRequest(tx, id, input, computed, before ?? noFacts);
        if (input.draft && before && before.code !== null) await convertSavedChange(tx, before);
      },
    };
  },
  send: (tx, _, request) => send(tx, request),
  emitSaved: (tx, userId, id, version) => tx.emit("finance.draft", userStream(userId), { id, version }),
  afterUndo: (tx, _, before) => markIfOverBudget(tx, before),
  authorizeCancelling,
});

async function stateOf(tx: Tx, before: FinanceDetailRow | null): Promise<ComputedRequest> {
  if (!before) return { ...newFinanceRequest, items: [] };
  const { id, type, currency } = before;
  return { type, currency, items: await tx.rows<ItemRow>(itemsOfRequest, [id]) };
}

/** Creates a draft with the items of another visible request. @throws Problem 404. */
export async function duplicateFinance(tx: Tx, actor: Actor, id: number): Promise<number> {
  const original = await financeDocument.loadVisible(tx, actor, id);
  const { type, currency, details, supplier, supplier_id, note } = original;
  const items = await copiedItems(tx, await tx.rows<ItemRow>(itemsOfRequest, [id]));
  const isOffered = supplier_id !== null && (await isOfferedSupplier(tx, supplier_id));
  const copy = {
    type,
    currency,
    details,
    supplier,
    note,
    items,
    draft: true,
    ...(isOffered && { supplier_id }),
  };
  return financeDocument.create(tx, actor, copy as Input);
}
