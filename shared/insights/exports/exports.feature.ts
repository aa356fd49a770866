import { defineFeature } from "../../kernel/feature";
import * as exports from "./exports.contract";
import { exportEvents } from "./exports.events";

export const exportsFeature = defineFeature({
  contracts: { exports },
  events: exportEvents,
});
