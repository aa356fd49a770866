import { defineFeature } from "../../kernel/feature";
import * as fields from "./fields.contract";
import { fieldEvents } from "./fields.events";

export const fieldsFeature = defineFeature({ contracts: { fields }, events: fieldEvents });
