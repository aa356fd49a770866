import type { ServerFeature } from "../../platform/features";
import { registerViewsRoutes } from "./views.routes";
import { isOwnProject } from "../access/exported-projects";

export const viewsFeature: ServerFeature = {
  routes: [registerViewsRoutes],
  personalData: {
    areas: { tasks: "saved_view.owner_id favorite_view.user_id" },
    // A view contains names of the project's tags and columns.
    conditions: { saved_view: `(project_id IS NULL OR ${isOwnProject("saved_view.project_id")})` },
  },
};
