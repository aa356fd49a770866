import { IconForms } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { projectPages } from "../projects/projects.slots";

export const fieldsFeature = defineFeature({
  pages: pagesIn(() => import("./fields.pages"), {
    ProjectFieldsPage: { path: paths.projectFields(":id"), title: "title.projectFields", permission: "project-view" },
  }),
  fills: [
    projectPages.fill({
      title: "title.projectFields",
      Icon: IconForms,
      to: paths.projectFields,
      isOffered: ({ can }) => can.edit,
    }),
  ],
  live: async () => (await import("./fields.live")).fieldsLive,
});
