import { defineCalls } from "../requests/define-calls";
import * as bookingRequests from "./booking-requests.contract";
import { bookingList } from "./reservations.list.rules";

export const bookingCalls = defineCalls()({
  contracts: { bookingRequests },
  read: bookingRequests.readBookingRequest,
  approve: bookingRequests.approveBookingRequest,
  reject: bookingRequests.rejectBookingRequest,
  requestChanges: bookingRequests.requestBookingChanges,
  list: bookingRequests.listBookingRequests,
  listRules: bookingList,
  events: {},
});
