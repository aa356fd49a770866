import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const fieldsFeature = defineFeature({
  pages: pagesIn(() => import("./fields.pages"), {
    ProjectFieldsPage: { path: paths.projectFields(":id"), title: "title.projectFields", permission: "project-view" },
  }),
  live: async () => (await import("./fields.live")).fieldsLive,
});
