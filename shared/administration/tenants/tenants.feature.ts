import { defineFeature } from "../../kernel/feature";
import * as closing from "./closing.contract";
import * as tenants from "./tenants.contract";
import { tenantEvents } from "./tenants.events";

export const tenantsFeature = defineFeature({
  contracts: { tenants, closing },
  events: tenantEvents,
});
