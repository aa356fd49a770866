import { defineFeature } from "../../kernel/feature";
import * as employment from "./employment.contract";
import * as employmentEntry from "./entry.contract";
import * as leaving from "./leaving.contract";

export const employmentFeature = defineFeature({
  contracts: { employmentEntry, employment, leaving },
  searches: { employment_file: { permission: "user-view" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    employment_file: true;
  }
}
