import type { ServerFeature } from "../../platform/features";
import { isOwnProject } from "../access/exported-projects";
import { registerTaskTemplatesRoutes } from "./task-templates.routes";
import { createTaskWithTemplate } from "./task-templates.service";
import { registerTemplatesRoutes } from "./templates.routes";

export const templatesFeature = {
  routes: [registerTemplatesRoutes, registerTaskTemplatesRoutes],
  fills: { createTaskWithTemplate },
  personalData: {
    areas: {
      tasks:
        "project_template.created_by project_template.changed_by task_template.created_by task_template.changed_by",
    },
    conditions: { task_template: isOwnProject("task_template.project_id") },
  },
  demo: { templates: async () => (await import("./demo/demo.templates")).writeTemplates },
} satisfies ServerFeature;
