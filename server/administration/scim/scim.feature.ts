import type { ServerFeature } from "../../platform/features";
import { registerScimRoutes } from "./scim.routes";

export const scimFeature: ServerFeature = {
  routes: [registerScimRoutes],
  personalData: {
    areas: { access: "scim_user.user_id" },
  },
  unexportedTables: "scim",
};
