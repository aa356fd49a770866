import { defineFeature } from "../../kernel/feature";
import * as cars from "./cars.contract";

export const carsFeature = defineFeature({
  contracts: { cars },
  searches: { car: { permission: "car-list" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    car: true;
  }
}
