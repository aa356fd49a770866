import type { ServerFeature } from "../../platform/features";
import { mayFollowInTenant } from "../../platform/live/stream-definitions";
import { canSeeBookings } from "./bookings.policy";
import { registerBookingsRoutes } from "./bookings.routes";
import { registerDoorRoutes } from "./door/door.routes";
import { registerGuestsRoutes } from "./participants/guests.routes";
import { bookingSearch } from "./bookings.search";
import { handOverBookings, handOverDrives } from "./booking-handover.service";
import { calendarEventsOfUser } from "./calendar/booking-feed.service";
import { isCoveredByCalendarMail } from "./calendar/calendar-message";
import { affectedBookings, reassignBookings } from "./reassignment/reassignment.service";

export const bookingsFeature = {
  routes: [registerBookingsRoutes, registerDoorRoutes, registerGuestsRoutes],
  streams: {
    rooms: { mayFollow: mayFollowInTenant(canSeeBookings), presence: "slots" },
    cars: { mayFollow: mayFollowInTenant(canSeeBookings), presence: "slots" },
  },
  searches: { booking: bookingSearch },
  fills: {
    handovers: { bookings: handOverBookings, drivers: handOverDrives },
    bookingReassignment: { affectedBookings, reassignBookings },
    isMailedElsewhere: { booking: isCoveredByCalendarMail },
    calendarBookings: calendarEventsOfUser,
  },
  personalData: {
    areas: { bookings: "booking_invitation.user_id booking.requester_id booking_participant.user_id" },
    actors: "booking.decided_by door_screen.created_by",
  },
  demo: {
    bookings: async () => (await import("./demo/demo.all-bookings")).writeAllBookings,
    invitations: async () => (await import("./demo/demo.invitations")).markInvitationsSent,
    guests: async () => (await import("./demo/demo.invitations")).inviteExternalGuests,
    photos: async () => (await import("./demo/demo.place-photos")).writePlacePhotos,
  },
} satisfies ServerFeature;
