import { defineFeature } from "../../kernel/feature";
import * as myWork from "./my-work.contract";

export const myWorkFeature = defineFeature({
  contracts: { myWork },
});
