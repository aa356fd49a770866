import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { type Page, pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { ExpenseChoices, listExpenses } from "../../../shared/requests/expenses/expenses.contract";
import { presentWithSteps } from "../../approvals/approvals/approvals.present";
import { likePatternsOf } from "../../platform/database/search";
import type { Tx } from "../../platform/database/unit-of-work";
import { listScopeOf } from "../../platform/management-line";
import type { Actor } from "../../platform/session";
import { claimAdvances } from "../money/advances.slots";
import { financeSettingsOf } from "../money/rates.read";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import { presentExpense } from "./expenses.present";
import * as statements from "./expenses.sql";

/** The visible claims that match the filters, latest first. */
export async function readExpensePage(
  tx: Tx,
  actor: Actor,
  query: Pick<QueryOf<typeof listExpenses>, "scope" | "status" | "q">,
  page: Pick<Page, "perPage" | "offset">,
): Promise<{ rows: statements.ExpenseRow[]; total: number }> {
  const hidesDrafts = Boolean(actor.viewing && actor.viewing.viewer.id !== actor.id);
  const rows = await tx.rows<statements.ExpenseRow & { total: number }>(statements.listExpenseRows, [
    actor.id,
    listScopeOf(query.scope, canSeeAllRequests(actor, "expense")),
    query.status || null,
    likePatternsOf(query.q),
    page.perPage,
    page.offset,
    hidesDrafts,
  ]);
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function listExpensesFor(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listExpenses>,
): Promise<ReplyOf<typeof listExpenses>> {
  const page = pageOf(query, 20);
  const { rows, total } = await readExpensePage(tx, actor, query, page);
  const data = await presentWithSteps(tx, rows, presentExpense);
  return { data, meta: pageMetaOf(page, total) };
}

export async function expenseChoicesFor(tx: Tx, actor: Actor): Promise<ExpenseChoices> {
  const categories = await tx.rows<ExpenseChoices["categories"][number] & { version: number; cost_account: unknown }>(
    statements.activeCategories,
  );
  return {
    currency: (await financeSettingsOf(tx)).currency,
    currencies: await tx.rows(statements.currencyRates),
    categories: categories.map(({ version: _, cost_account: _a, ...category }) => category),
    advances: await claimAdvances.filling.openAdvancesOf(tx, actor.id),
    projects: await tx.rows(statements.projectsOfUser, [actor.id]),
  };
}
