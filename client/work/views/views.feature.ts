import { defineFeature } from "../../platform/feature/feature";
import { lazyScreenPart } from "../../ui/states/chunks";
import { taskViews } from "../projects/projects.slots";

export const viewsFeature = defineFeature({
  fills: [
    taskViews.fill({
      Tabs: lazyScreenPart(async () => (await import("./ViewTabs")).ViewTabs),
      Bar: lazyScreenPart(async () => (await import("./ViewBar")).ViewBar),
      AcrossProjects: lazyScreenPart(async () => (await import("./AcrossProjects")).AcrossProjects),
    }),
  ],
  live: async () => (await import("./views.live")).viewsLive,
});
