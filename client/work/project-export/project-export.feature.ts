import { IconFileExport } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { lazyOptionalPart } from "../../ui/states/chunks";
import { projectMenuItems, projectPages } from "../projects/projects.slots";

export const projectExportFeature = defineFeature({
  pages: pagesIn(() => import("./project-export.pages"), {
    ProjectExportPage: {
      path: paths.projectExport(":id"),
      title: "title.projectExport",
      permission: "project-view",
      keyed: true,
    },
  }),
  fills: [
    projectPages.fill({
      order: 1,
      title: "title.projectExport",
      Icon: IconFileExport,
      to: paths.projectExport,
      isOffered: ({ can }, user) => can.edit && !user.external,
    }),
    projectMenuItems.fill({
      // After the templates.
      order: 1,
      Part: lazyOptionalPart(async () => (await import("./ExportProjectItem")).ExportProjectItem),
    }),
  ],
});
