import type { ServerFeature } from "../../platform/features";
import { mayFollowWith } from "../../platform/live/stream-definitions";
import { registerPayrollExportRoutes } from "./payroll-export.routes";
import { registerPayrollRoutes } from "./payroll.routes";

export const payrollFeature = {
  routes: [registerPayrollRoutes, registerPayrollExportRoutes],
  streams: { payroll: { mayFollow: mayFollowWith("payroll-view") } },
  personalData: {
    areas: { employment: "payroll_row.user_id payroll_salary.user_id" },
    actors: "payroll_closing.closed_by payroll_closing.reopened_by",
  },
  demo: {
    payroll: async () => (await import("./demo/demo.payroll")).writePayroll,
  },
} satisfies ServerFeature;
