import { defineFeature } from "../../../platform/feature/feature";
import { lazyScreenPart } from "../../../ui/states/chunks";
import { projectPanels } from "../../projects/projects.slots";

export const activityFeature = defineFeature({
  fills: [
    projectPanels.fill({
      place: "below",
      Part: lazyScreenPart(async () => (await import("./ProjectActivity")).ProjectActivity),
    }),
  ],
  live: async () => (await import("./activity.live")).activityLive,
});
