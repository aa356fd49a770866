import type { ChildTasks } from "../../platform/child-processes";

export const analyticsChildTasks = {
  analyticsReport: async () => (await import("./report.pdf")).renderReportPdf,
} satisfies ChildTasks;
