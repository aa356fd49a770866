import { seesBookings } from "../bookings/bookings.policy";

/** Trips are bookings that are driven: who sees no bookings sees no trips. */
export const seesTrips = seesBookings;
