import { readDashboard } from "../../../shared/insights/dashboard/dashboard.contract";
import type { DashboardEvents } from "../../../shared/insights/dashboard/dashboard.events";
import type { LiveUpdates } from "../../platform/live/live-updates";

export const dashboardLive: LiveUpdates<DashboardEvents> = {
  "dashboard.changed": (_, cache) => cache.refetch(readDashboard),
};
