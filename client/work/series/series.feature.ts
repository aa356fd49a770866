import { defineFeature } from "../../platform/feature/feature";
import { lazyScreenPart } from "../../ui/states/chunks";
import { taskCreationItems, taskRows } from "../tasks/tasks.slots";

export const seriesFeature = defineFeature({
  live: async () => (await import("./series.live")).seriesLive,
  fills: [
    taskCreationItems.fill({ Part: lazyScreenPart(async () => (await import("./RepeatItem")).RepeatItem) }),
    taskRows.fill({ Part: lazyScreenPart(async () => (await import("./SeriesRow")).SeriesRow) }),
  ],
});
