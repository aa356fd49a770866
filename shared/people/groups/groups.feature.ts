import { defineFeature } from "../../kernel/feature";
import * as groups from "./groups.contract";
import { groupEvents } from "./groups.events";

export const groupsFeature = defineFeature({
  contracts: { groups },
  events: groupEvents,
});
