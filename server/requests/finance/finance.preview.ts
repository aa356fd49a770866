import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { homeAmount } from "../../../shared/requests/finance/finance.items.rules";
import type { previewFinance } from "../../../shared/requests/finance/finance.contract";
import { newFinanceRequest } from "../../../shared/requests/finance/finance.schema";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { budgetStates, chargedBudgetOf, isOverBudget } from "./finance-budget.service";
import { exchangeRateOf, financeSettingsOf } from "../money/rates.read";
import { duplicateInvoices } from "./finance.sql";

type Preview = ReplyOf<typeof previewFinance>["data"];

const selectOwnYear = sql(
  "finance.previewYear",
  "SELECT number_year AS year FROM finance_request WHERE tenant_id = current_tenant() AND id = $1 AND requester_id = $2",
);

export async function previewFinanceRequest(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof previewFinance>,
): Promise<Preview> {
  const currency = query.currency ?? newFinanceRequest.currency;
  const rate = await exchangeRateOf(tx, currency);
  const home = rate ? homeAmount(query.amount ?? "0", rate.rate, rate.home) : null;
  const edited = query.id ? await tx.one<{ year: number | null }>(selectOwnYear, [query.id, actor.id]) : undefined;
  const { departmentId, year } = await chargedBudgetOf(tx, actor.id, edited?.year ?? null);
  const budgets = await budgetStates(tx, [{ departmentId, year }]);
  const over_budget = await isOverBudget(tx, { departmentId, year, amount: home });
  return {
    home_currency: rate?.home ?? (await financeSettingsOf(tx)).currency,
    rate: rate?.rate ?? null,
    rate_at: rate?.since?.toISOString() ?? null,
    home_amount: home,
    over_budget,
    budget_year: year,
    budget: budgets.get(`${departmentId}/${year}`) ?? null,
    same_invoice:
      query.supplier && query.invoice_number
        ? await tx.rows(duplicateInvoices, [query.supplier, query.invoice_number, query.id ?? 0])
        : [],
  };
}
