import type { ApprovalEvents } from "../../../../shared/approvals/approvals/approvals.events";
import type { RequestListEvents } from "../../../../shared/approvals/approvals/request-lists.events";
import { readBookingRequest } from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { bookingCalls } from "../../../../shared/bookings/bookings/approval/bookings.calls";
import { requestFamilyLiveUpdates } from "../../../approvals/approvals/approvals.live";
import type { LiveUpdates } from "../../../platform/live/live-updates";

/** A decision changes the availability for other requests. */
export const bookingRequestsLive: LiveUpdates<unknown, ApprovalEvents & RequestListEvents> = requestFamilyLiveUpdates(
  "booking",
  {
    ...bookingCalls,
    sums: [readBookingRequest],
  },
);
