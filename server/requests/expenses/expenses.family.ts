import type { ExpenseFacts } from "../../../shared/requests/expenses/expenses.contract";
import { expenseLifecycle } from "../../../shared/requests/expenses/expenses.workflow";
import { documentLists } from "../../approvals/documents/document.present";
import type { FamilyService } from "../../approvals/approvals/families.slots";
import { planPaidChain } from "../money/paid-chain";
import { ExpenseCategoryEntity } from "./expense-category.entity";
import { warningCounts } from "./expense-warnings.read";
import { nextExpenseStatus } from "./expenses.policy";
import { presentExpense } from "./expenses.present";
import { registerExpenseRoutes } from "./expenses.routes";
import { registerExpenseFilesRoutes } from "./expense-files.routes";
import { expenseSearch } from "./expenses.search";
import { expenseDocument } from "./expenses.service";
import { type ExpenseRow, expensesByIds } from "./expenses.sql";
import { expensePayables } from "./expense-payment.service";
import { expensePayroll } from "./expense-payroll.service";

export const expenseRequestFamily = {
  routes: [registerExpenseRoutes, registerExpenseFilesRoutes],
  entities: [ExpenseCategoryEntity],
  workflow: expenseLifecycle,
  steps: ["manager", "finance"],
  plan: (tx, subject) => planPaidChain(tx, "expense", subject),
  types: async () => [{ code: "expense", name: null, translations: {} }],
  ...documentLists<ExpenseRow>({
    find: (tx, ids) => tx.rows(expensesByIds, [[...ids]]),
    present: presentExpense,
    follows: nextExpenseStatus,
    async facts(tx, rows) {
      const warnings = await warningCounts(
        tx,
        rows.map(({ id }) => id),
      );
      return (row): ExpenseFacts => {
        const { number, title, amount, currency, note, items_count: items } = presentExpense(row, []);
        return { number, title, amount, currency, note, items, warnings: warnings.get(row.id) ?? 0 };
      };
    },
  }),
  words(facts) {
    const { number, title, amount, currency } = facts as unknown as ExpenseFacts;
    return { title, ...(number ? { number } : {}), amount, currency };
  },
  ownFiles: `SELECT i.claim_id AS request_id FROM expense_receipt e
    JOIN expense_item i ON i.tenant_id = e.tenant_id AND i.id = e.item_id
    WHERE e.tenant_id = current_tenant() AND e.file_id = $1`,
  decide: expenseDocument.decide,
  undo: expenseDocument.undo,
  withdraw: expenseDocument.withdraw,
  visible: expenseDocument.loadVisible,
  searches: { expense: expenseSearch },
  fills: { payables: { expense: expensePayables }, payrollSources: [expensePayroll] },
  personalData: {
    actors: "expense_claim.paid_by",
  },
  demo: { expenses: async () => (await import("./demo/demo.expenses")).writeExpenses },
} satisfies FamilyService;
