import type { ChildTasks } from "../../platform/child-processes";

export const expensesChildTasks = {
  expensePdf: async () => (await import("./expenses.pdf")).renderExpensePdf,
} satisfies ChildTasks;
