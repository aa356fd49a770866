import { defineFeature } from "../../kernel/feature";
import * as equipment from "./equipment.contract";

export const equipmentFeature = defineFeature({
  contracts: { equipment },
  searches: { equipment: { permission: "room-list" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    equipment: true;
  }
}
