import type { ServerFeature } from "../../platform/features";
import { registerCalendarRoutes } from "./calendar.routes";
import { revokeTaskFeeds } from "./task-feed.service";

export const calendarFeature = {
  routes: [registerCalendarRoutes],
  fills: { revokeSecretLinks: [revokeTaskFeeds] },
  personalData: {
    areas: { access: "task_feed.user_id" },
  },
  unexportedTables: "task_feed",
} satisfies ServerFeature;
