import { defineFeature } from "../../kernel/feature";
import * as subscription from "./subscription.contract";
import { subscriptionEvents } from "./subscription.events";

export const subscriptionFeature = defineFeature({
  contracts: { subscription },
  events: subscriptionEvents,
});
