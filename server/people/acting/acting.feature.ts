import type { ServerFeature } from "../../platform/features";
import { registerActingRoutes } from "./acting.routes";

export const actingFeature: ServerFeature = {
  routes: [registerActingRoutes],
  personalData: {
    areas: { employment: "acting.user_id acting.acting_id" },
  },
};
