import type { ServerFeature } from "../../platform/features";
import { registerAnalyticsRoutes } from "./analytics.routes";
import { deleteReportsOfUser } from "./reports.service";

export const analyticsFeature = {
  routes: [registerAnalyticsRoutes],
  fills: { stopDeliveries: deleteReportsOfUser, unsubscribeFromReports: deleteReportsOfUser },
  personalData: {
    areas: { notifications: "analytics_report.user_id" },
    actors: "analytics_report.sender_id",
  },
  demo: {
    analytics: async () => (await import("./demo/demo.flows")).readFlows,
  },
} satisfies ServerFeature;
