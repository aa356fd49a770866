import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import type {
  BudgetState,
  Finance,
  FinanceDetail,
  FinanceItem,
} from "../../../shared/requests/finance/finance-reply.contract";
import { financeFields } from "../../../shared/requests/finance/finance.fields";
import { missingForSubmission } from "../../../shared/requests/finance/finance.schema";
import { presentFields } from "../../../shared/approvals/documents/document-fields";
import { fitsCurrency, minusMoney, toMoney } from "../../../shared/kernel/money";
import { ownerActions, presentDecisionState } from "../../approvals/documents/document.present";
import { isUnsent } from "../../approvals/documents/document.service";
import { presentRequest } from "../../approvals/approvals/approvals.present";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import { fourEyesState } from "../../approvals/approvals/four-eyes.policy";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { budgetsOfRequests, budgetStates, budgetYear } from "./finance-budget.service";
import { advanceAccountOf, readAdvanceLedger } from "./finance-payment.service";
import { trimRate } from "../money/rates.read";
import { financeRules, mayCancel, nextFinanceStatus, paymentActions, submittableFieldsOf } from "./finance.policy";
import {
  type FinanceDetailRow,
  type FinanceRow,
  type ItemRow,
  itemsOfRequest,
  itemsOfRequests,
  duplicateInvoices,
} from "./finance.sql";

export function presentFinance(request: FinanceRow, steps: readonly RequestStep[]): Finance {
  const { currency, homeCurrency, paidOn } = request;
  return {
    ...presentRequest(request, steps, nextFinanceStatus(request)),
    type: request.type,
    status: request.status,
    number: request.code,
    title: request.title,
    ...presentFields(financeFields, request),
    reject_reason: request.rejectReason,
    amount: toMoney(request.amount, currency),
    net: minusMoney(request.amount, request.tax, currency),
    tax: toMoney(request.tax, currency),
    currency,
    rate: request.rate === null ? null : trimRate(request.rate),
    home_currency: homeCurrency,
    home_amount: homeCurrency === null ? null : toMoney(request.homeAmount, homeCurrency),
    date: request.code === null ? null : request.dated,
    department: departmentOf(request),
    paid: paidOn === null ? null : { date: paidOn, reference: request.paidReference ?? "", by: request.paidBy },
    settled: request.settled,
    archive_on: request.archiveOn,
    archived_at: request.archivedAt?.toISOString() ?? null,
  };
}

const departmentOf = ({ departmentId: id, departmentName: name }: FinanceRow) =>
  id === null || name === null ? null : { id, name };

/** If a unit price has more decimals than the currency, all of them are shown. */
function presentItem(item: ItemRow, currency: string): FinanceItem {
  const { details, price, gross, quantity, discount, vat_rate, vat_percent, cost_account, tax, total } = item;
  const shownPrice = price === null ? null : fitsCurrency(price, currency) ? toMoney(price, currency) : trimRate(price);
  return {
    details,
    price: shownPrice,
    gross,
    quantity,
    discount,
    vat_rate: vat_rate && { ...vat_rate, percent: vat_percent ?? "0" },
    cost_account,
    net: minusMoney(total, tax, currency),
    tax: toMoney(tax, currency),
    total: toMoney(total, currency),
  };
}

export async function itemsByRequest(tx: Tx, requests: readonly FinanceRow[]): Promise<Map<number, FinanceItem[]>> {
  const currencies = new Map(requests.map(({ id, currency }) => [id, currency]));
  const items = new Map<number, FinanceItem[]>(requests.map(({ id }) => [id, []]));
  for (const { request_id, ...item } of await tx.rows<ItemRow & { request_id: number }>(itemsOfRequests, [
    [...currencies.keys()],
  ])) {
    items.get(request_id)?.push(presentItem(item, currencies.get(request_id) as string));
  }
  return items;
}

export async function presentFinanceDetail(tx: Tx, actor: Actor, request: FinanceDetailRow): Promise<FinanceDetail> {
  const { id, currency } = request;
  const { steps, possible, isDecider, canDecide, on_behalf_of } = await presentDecisionState(
    tx,
    actor,
    request,
    financeRules,
  );
  const items = await tx.rows<ItemRow>(itemsOfRequest, [id]);
  const listed = presentFinance(request, steps);
  const pays = request.status === "approved" && actor.permissions.has("payment-pay");
  const budget = await budgetOf(tx, request);
  const apart = pays ? await fourEyesState(tx, actor, request, "payment-pay") : null;
  return {
    ...listed,
    items: items.map((item) => presentItem(item, currency)),
    total: listed.amount,
    currency_type: currency.toLowerCase(),
    steps,
    can: {
      ...ownerActions(actor, request, possible, {
        isComplete: Object.keys(missingForSubmission(submittableFieldsOf(request, items))).length === 0,
      }),
      ...canDecide,
      ...paymentActions(actor, request, apart),
      cancel: mayCancel(actor, request) && possible.includes("CANCEL") && !isUnsent(request),
    },
    pay_apart: apart,
    on_behalf_of,
    budget: budget && (isDecider || (await knowsBudget(tx, actor, request, budget))) ? budget : null,
    settlement: request.settled === null ? null : await settlementFor(tx, request),
    same_invoice:
      request.supplier && request.invoice_number
        ? await tx.rows(duplicateInvoices, [request.supplier, request.invoice_number, id])
        : [],
  };
}

const inDepartment = sql(
  "finance.isInDepartment",
  "SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND department_id = $2",
);

/**
 * Same rule as for the list of budgets: users who see all finance requests, members of the department, and the owner see the budget.
 * Approvers see it regardless of this rule.
 */
const knowsBudget = async (tx: Tx, actor: Actor, { departmentId }: FinanceRow, budget: BudgetState): Promise<boolean> =>
  budget.owner?.id === actor.id ||
  canSeeAllRequests(actor, "finance") ||
  (await tx.one(inDepartment, [actor.id, departmentId])) !== undefined;

/** Budget of the request's department and year with the requests sent until then; for a draft, the budget of the current year. */
async function budgetOf(tx: Tx, request: FinanceRow): Promise<BudgetState | null> {
  const { departmentId } = request;
  if (departmentId === null) return null;
  if (request.year !== null) return (await budgetsOfRequests(tx, [request.id])).get(request.id) ?? null;
  const year = await budgetYear(tx);
  return (await budgetStates(tx, [{ departmentId, year }])).get(`${departmentId}/${year}`) ?? null;
}

async function settlementFor(tx: Tx, { id, currency }: FinanceRow): Promise<FinanceDetail["settlement"]> {
  const entries = await readAdvanceLedger(tx, id);
  return {
    ...advanceAccountOf(entries, currency),
    entries: entries.map((entry) => ({ ...entry, amount: toMoney(entry.amount, currency) })),
  };
}
