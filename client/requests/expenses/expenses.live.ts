import type { ApprovalEvents } from "../../../shared/approvals/approvals/approvals.events";
import type { RequestListEvents } from "../../../shared/approvals/approvals/request-lists.events";
import type { AccountEvents } from "../../../shared/requests/accounts/accounts.events";
import { expenseCalls } from "../../../shared/requests/expenses/expenses.calls";
import {
  listExpenseCategories,
  listExpenses,
  readExpense,
  readExpenseCategory,
  readExpenseChoices,
} from "../../../shared/requests/expenses/expenses.contract";
import type { ExpenseEvents } from "../../../shared/requests/expenses/expenses.events";
import { requestFamilyLiveUpdates } from "../../approvals/approvals/approvals.live";
import { type LiveUpdates, recordUpdates } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

export const expensesLive: LiveUpdates<ExpenseEvents, AccountEvents & ApprovalEvents & RequestListEvents> = {
  ...requestFamilyLiveUpdates("expense", { ...expenseCalls, sums: [] }),
  "expense.draft": ({ data }, cache) => cache.refetch(listExpenses, queryKeyOf(readExpense, { id: data.id })),
  ...recordUpdates("expense_category", [listExpenseCategories, readExpenseCategory], [readExpenseChoices]),
  "cost_account.updated": (_, cache) => cache.refetchSoon(listExpenseCategories, readExpenseCategory),
};
