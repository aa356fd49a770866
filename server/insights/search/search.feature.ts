import type { ServerFeature } from "../../platform/features";
import { registerSearchRoutes } from "./search.routes";

export const searchFeature: ServerFeature = {
  routes: [registerSearchRoutes],
};
