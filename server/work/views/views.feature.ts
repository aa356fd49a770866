import type { ServerFeature } from "../../platform/features";
import { registerViewsRoutes } from "./views.routes";

export const viewsFeature: ServerFeature = {
  routes: [registerViewsRoutes],
};
