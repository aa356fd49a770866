import { defineFeature } from "../../kernel/feature";
import * as clients from "./clients.contract";
import { clientEvents } from "./clients.events";

export const clientsFeature = defineFeature({
  contracts: { clients },
  events: clientEvents,
  searches: { client: { permission: "client-list" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    client: true;
  }
}
