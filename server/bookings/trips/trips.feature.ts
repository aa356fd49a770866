import type { ServerFeature } from "../../platform/features";
import { registerTripsRoutes } from "./trips.routes";
import { canReadTripPhoto } from "./trips.service";

export const tripsFeature: ServerFeature = {
  routes: [registerTripsRoutes],
  fileReaders: [canReadTripPhoto],
};
