import type { ServerFeature } from "../../platform/features";
import { registerDashboardRoutes } from "./dashboard.routes";

export const dashboardFeature: ServerFeature = {
  routes: [registerDashboardRoutes],
};
