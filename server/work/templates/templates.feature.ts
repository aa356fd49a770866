import type { ServerFeature } from "../../platform/features";
import { registerTemplatesRoutes } from "./templates.routes";

export const templatesFeature: ServerFeature = {
  routes: [registerTemplatesRoutes],
  personalData: { areas: { tasks: "project_template.created_by project_template.changed_by" } },
  demo: { templates: async () => (await import("./demo/demo.templates")).writeTemplates },
};
