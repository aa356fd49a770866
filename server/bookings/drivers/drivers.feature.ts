import type { ServerFeature } from "../../platform/features";
import { DriverEntity } from "./driver.entity";
import { registerDriversRoutes } from "./drivers.routes";
import { driverSearch } from "./drivers.search";

export const driversFeature = {
  routes: [registerDriversRoutes],
  entities: [DriverEntity],
  searches: { driver: driverSearch },
} satisfies ServerFeature;
