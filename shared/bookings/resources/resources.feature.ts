import { defineFeature } from "../../kernel/feature";
import * as outages from "./outages.contract";
import { placeEvents, vehicleEvents } from "./resources.events";

export const resourcesFeature = defineFeature({
  contracts: { outages },
  events: { ...placeEvents, ...vehicleEvents },
});
