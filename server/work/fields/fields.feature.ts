import type { ServerFeature } from "../../platform/features";
import { isOwnProject } from "../access/exported-projects";
import { registerFieldsRoutes } from "./fields.routes";

export const fieldsFeature: ServerFeature = {
  routes: [registerFieldsRoutes],
  personalData: {
    areas: { tasks: "task_field_value.user_id project_field_use.removed_by" },
    conditions: { project_field_use: isOwnProject("project_field_use.project_id") },
  },
};
