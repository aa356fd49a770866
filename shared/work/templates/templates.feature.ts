import { defineFeature } from "../../kernel/feature";
import * as templates from "./templates.contract";
import { templateEvents } from "./templates.events";

export const templatesFeature = defineFeature({ contracts: { templates }, events: templateEvents });
