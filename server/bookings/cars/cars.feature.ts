import type { ServerFeature } from "../../platform/features";
import { CarEntity } from "./car.entity";
import { registerCarsRoutes } from "./cars.routes";
import { carSearch } from "./cars.search";

export const carsFeature = {
  routes: [registerCarsRoutes],
  entities: [CarEntity],
  searches: { car: carSearch },
} satisfies ServerFeature;
