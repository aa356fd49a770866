import type { ServerFeature } from "../../platform/features";
import { registerCalendarRoutes } from "./calendar.routes";
import { revokeTaskFeeds } from "./task-feed.service";

export const calendarFeature = {
  routes: [registerCalendarRoutes],
  fills: { revokeSecretLinks: [revokeTaskFeeds] },
} satisfies ServerFeature;
