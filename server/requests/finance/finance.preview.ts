import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { homeAmount } from "../../../shared/requests/finance/finance.items.rules";
import type { previewFinance } from "../../../shared/requests/finance/finance.contract";
import { newFinanceRequest } from "../../../shared/requests/finance/finance.schema";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { budgetStates, budgetYear, isOverBudget } from "./finance-budget.service";
import { exchangeRateOf, financeSettingsOf } from "../money/rates.read";
import { duplicateInvoices } from "./finance.sql";

type Preview = ReplyOf<typeof previewFinance>["data"];

const selectDepartment = sql(
  "finance.previewDepartment",
  `SELECT department_id AS id FROM app_user WHERE tenant_id = current_tenant() AND id = $1`,
);
export async function previewFinanceRequest(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof previewFinance>,
): Promise<Preview> {
  const currency = query.currency ?? newFinanceRequest.currency;
  const rate = await exchangeRateOf(tx, currency);
  const home = rate ? homeAmount(query.amount ?? "0", rate.rate, rate.home) : null;
  const departmentId = (await tx.one<{ id: number | null }>(selectDepartment, [actor.id]))?.id ?? null;
  const year = await budgetYear(tx);
  const budgets = await budgetStates(tx, [{ departmentId, year }]);
  const over_budget = await isOverBudget(tx, { departmentId, year, amount: home });
  return {
    home_currency: rate?.home ?? (await financeSettingsOf(tx)).currency,
    rate: rate?.rate ?? null,
    rate_at: rate?.since?.toISOString() ?? null,
    home_amount: home,
    over_budget,
    budget: budgets.get(`${departmentId}/${year}`) ?? null,
    same_invoice:
      query.supplier && query.invoice_number
        ? await tx.rows(duplicateInvoices, [query.supplier, query.invoice_number, query.id ?? 0])
        : [],
  };
}
