import { defineFeature } from "../../kernel/feature";
import * as positions from "./positions.contract";
import { positionEvents } from "./positions.events";

export const positionsFeature = defineFeature({
  contracts: { positions },
  events: positionEvents,
});
