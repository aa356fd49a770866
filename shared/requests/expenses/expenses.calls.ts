import { defineFamilyCalls } from "../../approvals/approvals/define-calls";
import {
  compareByIdDescending,
  familyListRules,
  isFilterSet,
  isInScope,
  type ListRules,
  matchesFilter,
} from "../../approvals/approvals/request-lists.rules";
import type { Expense } from "./expenses.contract";
import * as expenses from "./expenses.contract";
import { expenseEvents } from "./expenses.events";

const expenseList: ListRules<Expense> = {
  ...familyListRules<Expense>("expense"),
  belongs(event, query) {
    const { status } = event.row as Expense;
    const within = isInScope(event, query) && matchesFilter(query["status"], status);
    return within && isFilterSet(query["q"]) ? undefined : within;
  },
  order: () => compareByIdDescending,
};

export const expenseCalls = defineFamilyCalls({
  contracts: { expenses },
  read: expenses.readExpense,
  approve: expenses.approveExpense,
  reject: expenses.rejectExpense,
  requestChanges: expenses.requestExpenseChanges,
  list: expenses.listExpenses,
  listRules: expenseList,
  events: expenseEvents,
  searches: {
    expense: { permission: "expense-list", feature: "payment" },
  },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    expense: true;
  }
}
