import type { ServerFeature } from "../../platform/features";
import { DriverEntity } from "./driver.entity";
import { registerDriversRoutes } from "./drivers.routes";
import { driverSearch } from "./drivers.search";

export const driversFeature = {
  routes: [registerDriversRoutes],
  entities: [DriverEntity],
  searches: { driver: driverSearch },
  personalData: {
    areas: { person: "driver.user_id" },
  },
} satisfies ServerFeature;
