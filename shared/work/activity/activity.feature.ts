import { defineFeature } from "../../kernel/feature";
import * as activity from "./activity.contract";

export const activityFeature = defineFeature({
  contracts: { activity },
});
