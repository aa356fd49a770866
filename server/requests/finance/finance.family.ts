import { financeSearch } from "./finance.search";
import type { FinanceFacts } from "../../../shared/requests/finance/finance-reply.contract";
import { moneyLifecycle } from "../../../shared/requests/money/money.workflow";
import { documentLists } from "../../approvals/documents/document.present";
import type { FamilyService } from "../../approvals/approvals/families.slots";
import { sql } from "../../platform/database/unit-of-work";
import { registerFinanceFilesRoutes } from "./finance-files.routes";
import { planFinanceChain } from "./finance-chain";
import { registerFinanceRoutes } from "./finance.routes";
import { emitFinanceChanges } from "./finance.events";
import { budgetOwnerFor, budgetsOfRequests } from "./finance-budget.service";
import { financeDocument } from "./finance-requests.service";
import { nextFinanceStatus } from "./finance.policy";
import { presentFinance } from "./finance.present";
import { financeByIds, type FinanceRow } from "./finance.sql";
import { handOverBudgets, readDepartmentBudget } from "./finance-budget.service";
import { financeAdvances } from "./finance-advance.service";
import { financePayables } from "./finance.payables";

const selectItemCounts = sql(
  "finance.itemCounts",
  `SELECT request_id AS id, count(*)::int AS items FROM finance_item
   WHERE tenant_id = current_tenant() AND request_id = ANY($1) GROUP BY request_id`,
);

const types = ["purchase", "payment", "cash_advance"];

export const financeRequestFamily = {
  routes: [registerFinanceRoutes, registerFinanceFilesRoutes],
  entities: [],
  workflow: moneyLifecycle,
  steps: ["manager", "finance"],
  plan: planFinanceChain,
  budgetOwner: budgetOwnerFor,
  types: async () => types.map((code) => ({ code, name: null, translations: {} })),
  ...documentLists<FinanceRow>({
    find: (tx, ids) => tx.rows(financeByIds, [[...ids]]),
    present: presentFinance,
    follows: nextFinanceStatus,
    async facts(tx, rows) {
      const ids = rows.map(({ id }) => id);
      const counts = await tx.rows<{ id: number; items: number }>(selectItemCounts, [ids]);
      const itemsById = new Map(counts.map(({ id, items }) => [id, items]));
      const budgets = await budgetsOfRequests(tx, ids);
      return (row): FinanceFacts => {
        const { type, number, title, supplier, amount, currency, rate, home_amount, home_currency, ...presented } =
          presentFinance(row, []);
        const { needed_by, due_on, note, department } = presented;
        const money = { amount, currency, rate, home_amount, home_currency };
        const facts = { type, number, title, supplier, ...money, needed_by, due_on, note, department };
        return { ...facts, items: itemsById.get(row.id) ?? 0, budget: budgets.get(row.id) ?? null };
      };
    },
  }),
  words(facts) {
    const { number, title, amount, currency } = facts as unknown as FinanceFacts;
    return { title, ...(number ? { number } : {}), amount, currency };
  },
  // Removes the budget for readers who aren't current approvers. Users who may see budgets get it with the request.
  unasked: (facts) => ({ ...facts, budget: null }),
  changed: emitFinanceChanges,
  decide: financeDocument.decide,
  undo: financeDocument.undo,
  withdraw: financeDocument.withdraw,
  visible: financeDocument.loadVisible,
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
  demo: { finance: async () => (await import("./demo/demo.finance")).writeFinance },
} satisfies FamilyService;
