import { defineFeature } from "../../kernel/feature";
import * as acting from "./acting.contract";
import { actingEvents } from "./acting.events";

export const actingFeature = defineFeature({ contracts: { acting }, events: actingEvents });
