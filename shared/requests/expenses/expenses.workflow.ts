import { financeLifecycle, type FinanceStatus, financeStatuses } from "../finance/finance.workflow";

/** Expense claims pass through the same states as finance requests, but aren't archived. */
export type ExpenseStatus = Exclude<FinanceStatus, "archived">;
export const expenseStatuses = financeStatuses.filter((status): status is ExpenseStatus => status !== "archived");

export const expenseLifecycle = financeLifecycle;
