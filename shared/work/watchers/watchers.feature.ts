import { defineFeature } from "../../kernel/feature";
import * as watchers from "./watchers.contract";
import { watcherEvents } from "./watchers.events";

export const watchersFeature = defineFeature({
  contracts: { watchers },
  events: watcherEvents,
});
