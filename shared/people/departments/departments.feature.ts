import { defineFeature } from "../../kernel/feature";
import * as departments from "./departments.contract";
import { departmentEvents } from "./departments.events";

export const departmentsFeature = defineFeature({
  contracts: { departments },
  events: departmentEvents,
  searches: { department: { permission: ["department-view", "department-edit"] } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    department: true;
  }
}
