import { defineFeature } from "../../kernel/feature";
import * as profile from "./profile.contract";

export const profileFeature = defineFeature({
  contracts: { profile },
});
