import { defineFamilyCalls } from "../../../approvals/approvals/define-calls";
import * as bookingRequests from "./booking-requests.contract";
import {
  compareByIdDescending,
  matchesFilter,
  isInScope,
  type ListRules,
  familyListRules,
} from "../../../approvals/approvals/request-lists.rules";
import type { BookingRequest } from "./booking-requests.contract";

const bookingList: ListRules<BookingRequest> = {
  ...familyListRules<BookingRequest>("booking"),
  belongs(event, query) {
    const { status, booking } = event.row as BookingRequest;
    return (
      isInScope(event, query) &&
      matchesFilter(query["status"], status) &&
      matchesFilter(query["bookable_type"], booking.bookable_type)
    );
  },
  order: () => compareByIdDescending,
};

export const bookingCalls = defineFamilyCalls({
  contracts: { bookingRequests },
  read: bookingRequests.readBookingRequest,
  approve: bookingRequests.approveBookingRequest,
  reject: bookingRequests.rejectBookingRequest,
  requestChanges: bookingRequests.requestBookingChanges,
  list: bookingRequests.listBookingRequests,
  listRules: bookingList,
  events: {},
});
