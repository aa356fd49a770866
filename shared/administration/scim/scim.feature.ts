import { defineFeature } from "../../kernel/feature";
import * as scim from "./scim.contract";

export const scimFeature = defineFeature({
  contracts: { scim },
});
