import { budgetLeft, budgetStatuses, budgetUses } from "./finance.budget.rules";
import { moneyStatuses, openMoneyStatuses } from "../money/money.workflow";

test("spent, committed and waiting amounts reduce what is left", () => {
  // 5000.00 - 1200.50 - 800.25 - 99.75 = 2899.50
  const budget = { amount: "5000", spent: "1200.50", committed: "800.25", waiting: "99.75" };
  expect(budgetLeft(budget, "USD")).toBe("2899.50");
  // 2899.50 - 3000.00 = -100.50
  expect(budgetLeft({ ...budget, committed: "3800.25" }, "USD")).toBe("-100.50");
});

test("a request counts once in its budget, and open requests always count", () => {
  const counted = budgetUses.flatMap((use) => budgetStatuses[use]);
  expect(new Set(counted).size).toBe(counted.length);
  for (const status of openMoneyStatuses) expect(counted).toContain(status);
  expect(moneyStatuses.filter((status) => !counted.includes(status))).toEqual([
    "draft",
    "changes_requested",
    "rejected",
    "cancelled",
  ]);
});
