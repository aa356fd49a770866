import type { FamilyScreens } from "../../../approvals/approvals/client-families";
import { BookingDecision } from "./BookingDecision";
import { BookingInboxSummary } from "./BookingInboxSummary";
import { BookingRequestStatus } from "./BookingRequestStatus";

export const bookingScreens: FamilyScreens = {
  Decision: BookingDecision,
  Line: BookingInboxSummary,
  Status: BookingRequestStatus,
};
