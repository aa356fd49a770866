import type { Booking } from "./bookings.contract";

/** Of a series all that changed together, in parts of at most `bookingsPerEvent`. */
interface Bookings {
  bookings: Booking[];
}

export const bookingsPerEvent = 40;

/**
 * On the streams `rooms` and `cars` of the tenant as everybody may see them: what is private has no words and no people.
 * Who has booked it, or is invited, hears `booking.mine` on their own stream with all of it.
 */
export interface BookingEvents {
  "booking.created": Bookings;
  "booking.updated": Bookings;
  /** Somebody who is invited has said whether they come. */
  "booking.answered": Bookings;
  "booking.cancelled": Bookings;
  "booking.approved": Bookings;
  "booking.rejected": Bookings;
  /** Its time has passed, and nobody had decided. */
  "booking.expired": Bookings;
  "booking.checked_in": Bookings;
  "booking.released": Bookings;
  "booking.mine": Bookings;
}

export type BookingEvent = Exclude<keyof BookingEvents, "booking.mine">;
