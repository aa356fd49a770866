import { carsStream, roomsStream, type StreamName } from "../kernel/events";
import type { Booking } from "./bookings.contract";
import type { BookableType } from "./bookings.schema";

/** Of a series all that changed together, in parts of at most `bookingsPerEvent`. */
interface Bookings {
  bookings: Booking[];
}

export const bookingsPerEvent = 40;

/** What one has booked or is invited to. */
interface OwnBookings extends Bookings {
  /** Which are other ones now, where all of what concerns them is too long to be told to each: they are read again. */
  changed?: number[];
}

/** Where a grid hears of what is booked on it: of equipment with rooms, which take it along. */
export const bookingsStream = (kind: BookableType, tenantId: number): StreamName =>
  kind === "car" ? carsStream(tenantId) : roomsStream(tenantId);

/**
 * On the streams `rooms` and `cars` of the tenant as everybody may see them: what is private has no words and no people.
 * Who has booked it, or is invited, hears `booking.mine` on their own stream with all of it, or with which it is where that would be
 * too long.
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
  "booking.mine": OwnBookings;
}

export type BookingEvent = Exclude<keyof BookingEvents, "booking.mine">;
