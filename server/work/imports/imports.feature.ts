import type { ServerFeature } from "../../platform/features";
import { isOwnProject } from "../access/exported-projects";
import { registerImportsRoutes } from "./imports.routes";
import { registerPlankaRoutes } from "./planka.routes";

export const importsFeature: ServerFeature = {
  routes: [registerImportsRoutes, registerPlankaRoutes],
  personalData: {
    areas: { tasks: "project_import.created_by" },
    conditions: { project_import: isOwnProject("project_import.project_id") },
  },
};
