import type { ReservationStatus } from "../../../../shared/bookings/bookings/approval/bookings.workflow";
import { requestStatusOf } from "../../../approvals/approvals/RequestStatus";

export const BookingRequestStatus = requestStatusOf<ReservationStatus>(
  {
    draft: "draft",
    pending: "waiting",
    changes_requested: "waiting",
    approved: "yes",
    rejected: "no",
    cancelled: "over",
    expired: "over",
  },
  (status) => `reservation.status.${status}`,
);
