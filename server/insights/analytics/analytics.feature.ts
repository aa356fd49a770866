import type { ServerFeature } from "../../platform/features";
import { registerAnalyticsRoutes } from "./analytics.routes";
import { deleteReportsOfUser } from "./reports.service";

export const analyticsFeature = {
  routes: [registerAnalyticsRoutes],
  fills: { stopDeliveries: deleteReportsOfUser, unsubscribeFromReports: deleteReportsOfUser },
} satisfies ServerFeature;
