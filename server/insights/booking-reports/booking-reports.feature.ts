import type { ServerFeature } from "../../platform/features";
import { registerBookingReportsRoutes } from "./booking-reports.routes";

export const bookingReportsFeature: ServerFeature = {
  routes: [registerBookingReportsRoutes],
};
