import { listCars } from "../../../shared/bookings/cars/cars.contract";
import { listTrips, readTrip } from "../../../shared/bookings/trips/trips.contract";
import type { TripEvents } from "../../../shared/bookings/trips/trips.events";
import type { BookingEvents } from "../../../shared/bookings/bookings/bookings.events";
import type { VehicleEvents } from "../../../shared/bookings/resources/resources.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";

/** The trip list applies logged trips itself (trips.pages.tsx), so its refetch waits for a quiet period. */
const trips = (_: unknown, cache: LiveCache) => {
  cache.refetchWhenQuiet(listTrips);
  cache.refetch(listCars, readTrip);
};

const list = (_: unknown, cache: LiveCache) => cache.refetch(listTrips, readTrip);

export const tripsLive: LiveUpdates<TripEvents, BookingEvents & VehicleEvents> = {
  "trip.started": trips,
  "trip.ended": trips,
  "trip.noted": list,
  // Trips contain names, plate numbers and phone numbers of cars and drivers.
  ...onEach(recordChanges("car", "driver"), list),
  ...onEach(
    [
      "booking.created",
      "booking.updated",
      "booking.answered",
      "booking.cancelled",
      "booking.approved",
      "booking.rejected",
      "booking.expired",
      "booking.checked_in",
      "booking.released",
    ],
    list,
  ),
};
