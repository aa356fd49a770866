import { defineFeature } from "../../kernel/feature";
import * as views from "./views.contract";
import { viewEvents } from "./views.events";

export const viewsFeature = defineFeature({
  contracts: { views },
  events: viewEvents,
});
