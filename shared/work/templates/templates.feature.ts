import { defineFeature } from "../../kernel/feature";
import * as templates from "./templates.contract";

export const templatesFeature = defineFeature({ contracts: { templates } });
