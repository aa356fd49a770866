import { defineFeature } from "../../kernel/feature";
import * as suppliers from "./suppliers.contract";
import { supplierEvents } from "./suppliers.events";

export const suppliersFeature = defineFeature({
  contracts: { suppliers },
  events: supplierEvents,
  searches: { supplier: { permission: "supplier-list", feature: "payment" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    supplier: true;
  }
}
