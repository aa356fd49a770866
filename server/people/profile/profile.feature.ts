import type { ServerFeature } from "../../platform/features";
import { registerProfileRoutes } from "./profile.routes";

export const profileFeature: ServerFeature = {
  routes: [registerProfileRoutes],
};
