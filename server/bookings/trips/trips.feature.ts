import type { ServerFeature } from "../../platform/features";
import { registerTripsRoutes } from "./trips.routes";
import { canReadTripPhoto } from "./trips.service";

export const tripsFeature: ServerFeature = {
  routes: [registerTripsRoutes],
  fileReaders: [canReadTripPhoto],
  personalData: {
    areas: { bookings: "trip.logged_by trip_photo.added_by" },
  },
};
