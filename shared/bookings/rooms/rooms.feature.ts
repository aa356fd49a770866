import { defineFeature } from "../../kernel/feature";
import * as buildings from "./buildings.contract";
import * as rooms from "./rooms.contract";

export const roomsFeature = defineFeature({
  contracts: { buildings, rooms },
  searches: { room: { permission: "room-list" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    room: true;
  }
}
