import { moneyLifecycle, type MoneyStatus, moneyStatuses } from "../money/money.workflow";

/** Expense claims pass through the same states as finance requests, but aren't archived. */
export type ExpenseStatus = Exclude<MoneyStatus, "archived">;
export const expenseStatuses = moneyStatuses.filter((status): status is ExpenseStatus => status !== "archived");

export const expenseLifecycle = moneyLifecycle;
