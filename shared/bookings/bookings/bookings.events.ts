import { array, object } from "yup";
import { defineEvents, type EventsOf, type StreamName } from "../../kernel/events";
import { carsStream, roomsStream } from "../resources/resources.events";
import { reply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";
import { bookingReply } from "./bookings.contract";
import type { BookableType } from "./bookings.schema";

export const bookingsPerEvent = 40;

/** All bookings of a series that changed together, in events of at most `bookingsPerEvent` bookings. */
const bookings = object({
  bookings: array(bookingReply).required(),
  /** Set during the undo window, while other users are not notified yet. */
  held: boolean().isTrue(),
  /** Set if an earlier event of the same change contains the first bookings; it has notified the users. */
  continued: boolean().isTrue(),
});

/** Stream with the bookings of a grid; equipment shares the stream of rooms, because room bookings include equipment. */
export const bookingsStream = (kind: BookableType, tenantId: number): StreamName =>
  kind === "car" ? carsStream(tenantId) : roomsStream(tenantId);

/**
 * Published on the tenant's streams `rooms` and `cars` in the public form, in which private bookings have no texts and users. Requesters
 * and participants get `booking.mine` on their own stream with all details, or with ids if the details are too large.
 */
export const bookingEvents = defineEvents({
  "booking.created": bookings,
  "booking.updated": bookings,
  "booking.answered": bookings,
  "booking.cancelled": bookings,
  "booking.approved": bookings,
  "booking.rejected": bookings,
  /** The time of the booking passed without a decision. */
  "booking.expired": bookings,
  "booking.checked_in": bookings,
  "booking.released": bookings,
  /**
   * Bookings that the user created or is invited to. `changed` contains ids to reload, sent instead of bookings that are too large, and for
   * bookings from which the user was removed.
   */
  "booking.mine": bookings.shape({ changed: array(reply.id()) }),
});

export interface BookingEvents extends EventsOf<typeof bookingEvents> {}

export type BookingEvent = Exclude<keyof BookingEvents, "booking.mine">;

declare module "../../kernel/events" {
  interface DomainEvents extends BookingEvents {}
}
