import type { ServerFeature } from "../../platform/features";
import { mayFollowWith } from "../../platform/live/stream-definitions";
import { registerOrgChartRoutes } from "./org-chart.routes";

export const orgChartFeature = {
  routes: [registerOrgChartRoutes],
  streams: {
    chart: {
      mayFollow: mayFollowWith("organization-chart-view"),
      part: { of: "directory", events: /^(user|department|position|vacancy|acting)\./ },
    },
  },
} satisfies ServerFeature;
