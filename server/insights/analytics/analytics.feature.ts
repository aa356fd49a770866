import type { ServerFeature } from "../../platform/features";
import { registerAnalyticsRoutes } from "./analytics.routes";

export const analyticsFeature: ServerFeature = {
  routes: [registerAnalyticsRoutes],
};
