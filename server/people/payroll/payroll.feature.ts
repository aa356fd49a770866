import type { ServerFeature } from "../../platform/features";
import { mayFollowWith } from "../../platform/live/stream-definitions";
import { registerPayrollExportRoutes } from "./payroll-export.routes";
import { registerPayrollRoutes } from "./payroll.routes";

export const payrollFeature = {
  routes: [registerPayrollRoutes, registerPayrollExportRoutes],
  streams: { payroll: { mayFollow: mayFollowWith("payroll-view") } },
} satisfies ServerFeature;
