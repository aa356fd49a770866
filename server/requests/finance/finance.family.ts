import { financeSearch } from "./finance.search";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import type { FinanceFacts } from "../../../shared/requests/finance/finance-reply.contract";
import { moneyLifecycle } from "../../../shared/requests/money/money.workflow";
import { presentRequest } from "../../approvals/approvals/approvals.present";
import type { FamilyService, ListedRequest } from "../../approvals/approvals/families.slots";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { registerFinanceFilesRoutes } from "./finance-files.routes";
import { planFinanceChain } from "./finance-chain";
import { registerFinanceRoutes } from "./finance.routes";
import { emitFinanceChanges } from "./finance.events";
import { budgetOwnerFor, budgetsOfRequests } from "./finance-budget.service";
import { decideFinance, undoFinanceDecision, loadVisibleFinance, withdrawFinance } from "./finance-requests.service";
import { nextFinanceStatus } from "./finance.policy";
import { presentFinance } from "./finance.present";
import { financeByIds, type FinanceRow } from "./finance.sql";
import { handOverBudgets, readDepartmentBudget } from "./finance-budget.service";
import { financeAdvances } from "./finance-advance.service";
import { financePayables } from "./finance.payables";

const itemCounts = sql(
  "finance.itemCounts",
  `SELECT request_id AS id, count(*)::int AS items FROM finance_item
   WHERE tenant_id = current_tenant() AND request_id = ANY($1) GROUP BY request_id`,
);

async function financeEntries(
  tx: Tx,
  ids: readonly number[],
  steps: ReadonlyMap<number, readonly RequestStep[]>,
): Promise<Map<number, ListedRequest>> {
  const rows = await tx.rows<FinanceRow>(financeByIds, [[...ids]]);
  const counts = await tx.rows<{ id: number; items: number }>(itemCounts, [[...ids]]);
  const items = new Map(counts.map((row) => [row.id, row.items]));
  const budgets = await budgetsOfRequests(tx, ids);
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
        due_on,
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
        due_on,
        note,
        department,
        items: items.get(row.id) ?? 0,
        budget: budgets.get(row.id) ?? null,
      };
      return [
        row.id,
        { request: presentRequest(row, steps.get(row.id) ?? [], nextFinanceStatus(row)), facts: { ...facts } },
      ];
    }),
  );
}

const types = ["purchase", "payment", "cash_advance"];

export const financeRequestFamily = {
  routes: [registerFinanceRoutes, registerFinanceFilesRoutes],
  entities: [],
  workflow: moneyLifecycle,
  steps: ["manager", "finance"],
  plan: planFinanceChain,
  budgetOwner: budgetOwnerFor,
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
  // Removes the budget for readers who aren't current approvers. Users who may see budgets get it with the request.
  unasked: (facts) => ({ ...facts, budget: null }),
  changed: emitFinanceChanges,
  decide: decideFinance,
  undo: undoFinanceDecision,
  withdraw: withdrawFinance,
  visible: loadVisibleFinance,
  searches: { finance: financeSearch },
  fills: {
    departmentBudget: readDepartmentBudget,
    handovers: { budgets: handOverBudgets },
    payables: { finance: financePayables },
    claimAdvances: financeAdvances,
  },
  personalData: {
    areas: { person: "finance_budget.owner_id" },
    actors: "finance_archive_run.started_by finance_request.paid_by finance_entry.actor_id",
  },
} satisfies FamilyService;
