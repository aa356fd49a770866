import { defineFeature } from "../../kernel/feature";
import * as trips from "./trips.contract";
import { tripEvents } from "./trips.events";

export const tripsFeature = defineFeature({
  contracts: { trips },
  events: tripEvents,
});
