import { defineFeature } from "../../platform/feature/feature";
import { lazyOptionalPart } from "../../ui/states/chunks";
import { taskCreationItems, taskRows } from "../tasks/tasks.slots";

export const seriesFeature = defineFeature({
  live: async () => (await import("./series.live")).seriesLive,
  fills: [
    taskCreationItems.fill({ Part: lazyOptionalPart(async () => (await import("./RepeatItem")).RepeatItem) }),
    taskRows.fill({ Part: lazyOptionalPart(async () => (await import("./SeriesRow")).SeriesRow) }),
  ],
});
