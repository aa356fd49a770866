import { defineFeature } from "../../kernel/feature";
import * as timeline from "./timeline.contract";

export const timelineFeature = defineFeature({
  contracts: { timeline },
});
