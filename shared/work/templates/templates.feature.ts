import { defineFeature } from "../../kernel/feature";
import * as taskTemplates from "./task-templates.contract";
import { taskTemplateEvents } from "./task-templates.events";
import * as templates from "./templates.contract";
import { templateEvents } from "./templates.events";

export const templatesFeature = defineFeature({
  contracts: { templates, taskTemplates },
  events: { ...templateEvents, ...taskTemplateEvents },
});
