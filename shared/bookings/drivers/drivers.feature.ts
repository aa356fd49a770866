import { defineFeature } from "../../kernel/feature";
import * as drivers from "./drivers.contract";

export const driversFeature = defineFeature({
  contracts: { drivers },
  searches: { driver: { permission: "driver-list" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    driver: true;
  }
}
