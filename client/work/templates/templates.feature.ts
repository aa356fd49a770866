import { IconTemplate } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const templatesFeature = defineFeature({
  pages: pagesIn(() => import("./templates.pages"), {
    ProjectTemplatesPage: {
      path: paths.projectTemplates,
      title: "title.projectTemplates",
      permission: "project-create",
    },
  }),
  creates: [
    { label: "title.projectTemplates", icon: IconTemplate, to: paths.projectTemplates, permission: "project-create" },
  ],
});
