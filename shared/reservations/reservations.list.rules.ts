import { byId, fits, isInScope, type ListRules, ofFamily } from "../approvals/request-lists.rules";
import type { BookingRequest } from "./booking-requests.contract";

/** Requests for bookings: the latest first. */
export const bookingList: ListRules<BookingRequest> = {
  ...ofFamily<BookingRequest>("booking"),
  belongs(event, asked) {
    const { status, booking } = event.row as BookingRequest;
    return (
      isInScope(event, asked) && fits(asked["status"], status) && fits(asked["bookable_type"], booking.bookable_type)
    );
  },
  order: () => byId,
};
