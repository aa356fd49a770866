import { IconRepeat } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { lazyOptionalPart } from "../../ui/states/chunks";
import { projectMenuItems, projectPages } from "../projects/projects.slots";
import { taskCreationItems, taskRows } from "../tasks/tasks.slots";

export const seriesFeature = defineFeature({
  pages: pagesIn(() => import("./series.pages"), {
    ProjectSeriesPage: {
      path: paths.projectSeries(":id"),
      title: "title.projectSeries",
      permission: "project-view",
    },
  }),
  live: async () => (await import("./series.live")).seriesLive,
  fills: [
    projectPages.fill({ title: "title.projectSeries", Icon: IconRepeat, to: paths.projectSeries }),
    projectMenuItems.fill({ Part: lazyOptionalPart(async () => (await import("./SeriesItem")).SeriesItem) }),
    taskCreationItems.fill({ Part: lazyOptionalPart(async () => (await import("./RepeatItem")).RepeatItem) }),
    taskRows.fill({ Part: lazyOptionalPart(async () => (await import("./SeriesRow")).SeriesRow) }),
  ],
});
