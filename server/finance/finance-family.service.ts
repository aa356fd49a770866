import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { FinanceFacts } from "../../shared/finance/finance-reply.contract";
import { financeLife } from "../../shared/finance/finance.workflow";
import { presentRequest } from "../approvals/approvals.present";
import type { FamilyService, ListedRequest } from "../approvals/request-family.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { registerFinanceFilesRoutes } from "./finance-files.routes";
import { planFinance } from "./finance-chain.service";
import { registerFinanceRoutes } from "./finance.routes";
import { tellFinance } from "./finance.tell";
import { budgetStates } from "./finance-budget.service";
import { decideFinance, undoFinanceDecision, visibleFinance, withdrawFinance } from "./finance-requests.service";
import { followsFinance } from "./finance.policy";
import { presentFinance } from "./finance.present";
import { financeByIds, type FinanceRow } from "./finance.sql";

const itemCounts = sql(
  "finance.itemCounts",
  `SELECT request_id AS id, count(*)::int AS items FROM finance_item
   WHERE tenant_id = current_tenant() AND request_id = ANY($1) GROUP BY request_id`,
);

/** Finance as the inbox shows it: what for and how much, and what the budget has left. */
async function financeEntries(
  tx: Tx,
  ids: readonly number[],
  steps: ReadonlyMap<number, readonly RequestStep[]>,
): Promise<Map<number, ListedRequest>> {
  const rows = await tx.rows<FinanceRow>(financeByIds, [[...ids]]);
  const counts = await tx.rows<{ id: number; items: number }>(itemCounts, [[...ids]]);
  const items = new Map(counts.map((row) => [row.id, row.items]));
  const budgets = await budgetStates(
    tx,
    rows.flatMap(({ departmentId, year }) => (year === null ? [] : [{ departmentId, year }])),
  );
  return new Map(
    rows.map((row) => {
      const {
        type,
        number,
        title,
        supplier,
        amount,
        currency,
        rate,
        home_amount,
        home_currency,
        needed_by,
        note,
        department,
      } = presentFinance(row, steps.get(row.id) ?? []);
      const facts: FinanceFacts = {
        type,
        number,
        title,
        supplier,
        amount,
        currency,
        rate,
        home_amount,
        home_currency,
        needed_by,
        note,
        department,
        items: items.get(row.id) ?? 0,
        budget: budgets.get(`${row.departmentId}/${row.year}`) ?? null,
      };
      return [
        row.id,
        { request: presentRequest(row, steps.get(row.id) ?? [], followsFinance(row)), facts: { ...facts } },
      ];
    }),
  );
}

const types = ["purchase", "payment", "cash_advance"];

export const financeRequests: FamilyService = {
  routes: [registerFinanceRoutes, registerFinanceFilesRoutes],
  entities: [],
  workflow: financeLife,
  steps: ["manager", "finance"],
  plan: planFinance,
  types: async () => types.map((code) => ({ code, name: null, translations: {} })),
  entries: financeEntries,
  async rows(tx, ids, steps) {
    const rows = await tx.rows<FinanceRow>(financeByIds, [[...ids]]);
    return new Map(rows.map((row) => [row.id, presentFinance(row, steps.get(row.id) ?? [])]));
  },
  words(facts) {
    const { number, title, amount, currency } = facts as unknown as FinanceFacts;
    return { title, ...(number ? { number } : {}), amount, currency };
  },
  // Of a budget those know who pay, or decide now, and whoever is in its department; they read it with the request.
  unasked: (facts) => ({ ...facts, budget: null }),
  changed: tellFinance,
  decide: decideFinance,
  undo: undoFinanceDecision,
  withdraw: withdrawFinance,
  visible: visibleFinance,
};
