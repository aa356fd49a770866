import { defineFeature } from "../../kernel/feature";
import { scheduleTemplateEvents } from "./schedule-templates.events";
import * as scheduleTemplates from "./schedule-templates.contract";

export const scheduleTemplatesFeature = defineFeature({
  contracts: { scheduleTemplates },
  events: scheduleTemplateEvents,
});
