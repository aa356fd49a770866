import { type AmountInput, minusMoney, sumOfMoney } from "../../kernel/money";
import { type MoneyStatus, undecidedMoneyStatuses } from "../money/money.workflow";

export const budgetUses = ["spent", "committed", "waiting"] as const;
export type BudgetUse = (typeof budgetUses)[number];

/** How a request counts in its department's budget, by its status. `committed`: approved, but not paid yet. */
export const budgetStatuses: Readonly<Record<BudgetUse, readonly MoneyStatus[]>> = {
  spent: ["paid", "archived"],
  committed: ["approved"],
  waiting: undecidedMoneyStatuses,
};

/** Negative if requests exceed the budget. */
export const budgetLeft = (budget: Readonly<Record<BudgetUse | "amount", AmountInput>>, currency: string): string =>
  minusMoney(
    budget.amount,
    sumOfMoney(
      budgetUses.map((use) => budget[use]),
      currency,
    ),
    currency,
  );
