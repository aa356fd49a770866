import { defineFeature } from "../../platform/feature/feature";

export const seriesFeature = defineFeature({
  live: async () => (await import("./series.live")).seriesLive,
});
