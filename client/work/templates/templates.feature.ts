import { IconCopyPlus, IconTemplate } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { lazyOptionalPart, lazyScreenPart } from "../../ui/states/chunks";
import { projectMenuItems, projectPages, projectPanels } from "../projects/projects.slots";
import { defaultTemplateSources, taskCreationItems, taskRows } from "../tasks/tasks.slots";

export const templatesFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./templates.pages"), {
      ProjectTemplatesPage: {
        path: paths.projectTemplates,
        title: "title.projectTemplates",
        permission: ["project-create", "project-edit"],
      },
    }),
    ...pagesIn(() => import("./task-templates.pages"), {
      TaskTemplatesPage: {
        path: paths.taskTemplates(":id"),
        title: "title.taskTemplates",
        permission: "project-view",
      },
    }),
  ],
  creates: [
    { label: "title.projectTemplates", icon: IconTemplate, to: paths.projectTemplates, permission: "project-create" },
  ],
  live: async () => (await import("./templates.live")).templatesLive,
  fills: [
    projectPanels.fill({
      place: "above",
      Part: lazyScreenPart(async () => (await import("./ProjectOrigin")).ProjectOrigin),
    }),
    projectPages.fill({ title: "title.taskTemplates", Icon: IconCopyPlus, to: paths.taskTemplates }),
    projectMenuItems.fill(
      { Part: lazyOptionalPart(async () => (await import("./TaskTemplatesItem")).TaskTemplatesItem) },
      { Part: lazyOptionalPart(async () => (await import("./SaveAsTemplateItem")).SaveAsTemplateItem) },
    ),
    defaultTemplateSources.fill({
      load: async () => (await import("./useDefaultTemplate")).defaultTemplateSource,
    }),
    taskRows.fill({ Part: lazyOptionalPart(async () => (await import("./TaskOriginRow")).TaskOriginRow) }),
    taskCreationItems.fill({
      Part: lazyOptionalPart(async () => (await import("./SaveTaskTemplateItem")).SaveTaskTemplateItem),
    }),
  ],
});
