import { defineFeature } from "../../kernel/feature";
import * as dashboard from "./dashboard.contract";
import { dashboardEvents } from "./dashboard.events";

export const dashboardFeature = defineFeature({
  contracts: { dashboard },
  events: dashboardEvents,
});
