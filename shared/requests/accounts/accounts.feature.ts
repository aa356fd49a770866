import { defineFeature } from "../../kernel/feature";
import * as accounts from "./accounts.contract";
import { accountEvents } from "./accounts.events";

export const accountsFeature = defineFeature({
  contracts: { accounts },
  events: accountEvents,
});
