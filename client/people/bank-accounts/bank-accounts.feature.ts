import { defineFeature } from "../../platform/feature/feature";
import { employeePartsSlot } from "../people/people.slots";

export const bankAccountsFeature = defineFeature({
  live: async () => (await import("./bank-accounts.live")).bankAccountsLive,
  fills: [employeePartsSlot.fill({ load: async () => (await import("./employee-parts")).bankAccountParts })],
});
