import type { ServerFeature } from "../../platform/features";
import { registerCalendarRoutes } from "./calendar.routes";

export const calendarFeature: ServerFeature = {
  routes: [registerCalendarRoutes],
};
