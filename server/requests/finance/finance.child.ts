import type { ChildTasks } from "../../platform/child-processes";

export const financeChildTasks = {
  financePdf: async () => (await import("./finance.pdf")).renderFinancePdf,
} satisfies ChildTasks;
