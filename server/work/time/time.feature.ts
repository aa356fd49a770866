import type { ServerFeature } from "../../platform/features";
import { registerTimeRoutes } from "./time.routes";
import { registerTimerRoutes } from "./timer.routes";
import { registerWeeksRoutes } from "./weeks.routes";

export const timeFeature: ServerFeature = {
  routes: [registerTimeRoutes, registerTimerRoutes, registerWeeksRoutes],
};
