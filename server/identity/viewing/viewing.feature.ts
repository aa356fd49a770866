import type { ServerFeature } from "../../platform/features";
import { registerViewingRoutes } from "./viewing.routes";

export const viewingFeature: ServerFeature = {
  routes: [registerViewingRoutes],
  housekeeping: ["DELETE FROM viewing WHERE expires_at < now()"],
  personalData: {
    internal: "viewing.user_id viewing.viewer_id",
  },
};
