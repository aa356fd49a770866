import { defineFeature } from "../../kernel/feature";
import * as calendar from "./calendar.contract";

export const calendarFeature = defineFeature({
  contracts: { calendar },
});
