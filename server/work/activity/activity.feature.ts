import type { ServerFeature } from "../../platform/features";
import { registerActivityRoutes } from "./activity.routes";

export const activityFeature: ServerFeature = {
  routes: [registerActivityRoutes],
};
