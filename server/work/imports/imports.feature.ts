import type { ServerFeature } from "../../platform/features";
import { isOwnProject } from "../access/exported-projects";
import { registerImportsRoutes } from "./imports.routes";

export const importsFeature: ServerFeature = {
  routes: [registerImportsRoutes],
  personalData: {
    areas: { tasks: "project_import.created_by" },
    conditions: { project_import: isOwnProject("project_import.project_id") },
  },
};
