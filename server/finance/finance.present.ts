import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { BudgetState, Finance, FinanceDetail, FinanceItem } from "../../shared/finance/finance-reply.contract";
import { fitsCurrency, toMoney } from "../../shared/kernel/money";
import { mayHandOver, standingOn } from "../approvals/approvals.policy";
import { presentRequest, stepsOf } from "../approvals/approvals.present";
import { apartFrom } from "../approvals/four-eyes.service";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { budgetStates } from "./finance-budget.service";
import { accountOf, ledgerOf } from "./finance-payment.service";
import { plainRate } from "./finance-rates.service";
import { followsFinance, permittedActions, possibleActions, seesAllFinance } from "./finance.policy";
import { type FinanceRow, type ItemRow, itemsOf, itemsOfMany, sameInvoice } from "./finance.sql";

export function presentFinance(request: FinanceRow, steps: readonly RequestStep[]): Finance {
  const { currency, homeCurrency, paidOn } = request;
  return {
    ...presentRequest(request, steps, followsFinance(request)),
    type: request.type,
    status: request.status,
    number: request.code,
    title: request.title,
    details: request.details,
    supplier: request.supplier,
    invoice_number: request.invoiceNumber,
    needed_by: request.neededBy,
    note: request.note,
    reject_reason: request.rejectReason,
    amount: toMoney(request.amount, currency),
    currency,
    rate: request.rate === null ? null : plainRate(request.rate),
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

/** A price may be finer than what can be paid; then it shows all its decimals. */
function presentItem({ details, price, quantity, total }: ItemRow, currency: string): FinanceItem {
  const shown = price === null ? null : fitsCurrency(price, currency) ? toMoney(price, currency) : plainRate(price);
  return { details, price: shown, quantity, total: toMoney(total, currency) };
}

/** The items of several requests, by request. */
export async function itemsByRequest(tx: Tx, requests: readonly FinanceRow[]): Promise<Map<number, FinanceItem[]>> {
  const currencies = new Map(requests.map(({ id, currency }) => [id, currency]));
  const items = new Map<number, FinanceItem[]>(requests.map(({ id }) => [id, []]));
  for (const { request_id, ...item } of await tx.rows<ItemRow & { request_id: number }>(itemsOfMany, [
    [...currencies.keys()],
  ])) {
    items.get(request_id)?.push(presentItem(item, currencies.get(request_id) as string));
  }
  return items;
}

/** With its items, its whole way, its account, and what this reader may do. */
export async function presentFinanceDetail(tx: Tx, actor: Actor, request: FinanceRow): Promise<FinanceDetail> {
  const { id, currency } = request;
  const steps = (await stepsOf(tx, [id])).get(id) ?? [];
  const standing = await standingOn(tx, actor.id, request.id);
  const items = await tx.rows<ItemRow>(itemsOf, [id]);
  const possible = possibleActions(request, steps);
  const listed = presentFinance(request, steps);
  const pays = request.status === "approved" && actor.permissions.has("payment-pay");
  const apart = pays ? await apartFrom(tx, actor, request, "payment-pay") : null;
  return {
    ...listed,
    items: items.map((item) => presentItem(item, currency)),
    total: listed.amount,
    currency_type: currency.toLowerCase(),
    steps,
    can: {
      ...permittedActions(actor, request, items, possible, { decides: standing !== undefined, apart }),
      hand_over: mayHandOver(actor, request, steps),
    },
    pay_apart: apart,
    on_behalf_of:
      standing && !standing.own ? { id: standing.id, fullname: standing.fullname, image: standing.image } : null,
    budget: standing || (await knowsBudget(tx, actor, request)) ? await budgetOf(tx, request) : null,
    settlement: request.settled === null ? null : await settlementFor(tx, request),
    same_invoice:
      request.supplier && request.invoiceNumber
        ? await tx.rows(sameInvoice, [request.supplier, request.invoiceNumber, id])
        : [],
  };
}

const thisYear = sql("finance.thisYear", `SELECT extract(year FROM tenant_today())::int AS year`);

const inDepartment = sql(
  "finance.isInDepartment",
  "SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND department_id = $2",
);

/** As in the list of budgets: finance knows all, others that of their own department; whoever decides needs it for that. */
const knowsBudget = async (tx: Tx, actor: Actor, { departmentId }: FinanceRow): Promise<boolean> =>
  seesAllFinance(actor) || (await tx.one(inDepartment, [actor.id, departmentId])) !== undefined;

/** Of a draft: the one it would belong to today. */
async function budgetOf(tx: Tx, request: FinanceRow): Promise<BudgetState | null> {
  const { departmentId } = request;
  if (departmentId === null) return null;
  const year = request.year ?? (await currentYear(tx));
  return (await budgetStates(tx, [{ departmentId, year }])).get(`${departmentId}/${year}`) ?? null;
}

/** The year it is where the tenant works. */
export const currentYear = async (tx: Tx): Promise<number> => (await tx.one<{ year: number }>(thisYear))?.year ?? 0;

async function settlementFor(tx: Tx, { id, currency }: FinanceRow): Promise<FinanceDetail["settlement"]> {
  const entries = await ledgerOf(tx, id);
  return {
    ...accountOf(entries, currency),
    entries: entries.map((entry) => ({ ...entry, amount: toMoney(entry.amount, currency) })),
  };
}
