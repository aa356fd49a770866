import type { FamilyScreens } from "../approvals/ClientFamily";
import { BookingDecision } from "./BookingDecision";
import { BookingInboxLine } from "./BookingInboxLine";
import { BookingRequestStatus } from "./BookingRequestStatus";

export const bookingScreens: FamilyScreens = {
  Decision: BookingDecision,
  Line: BookingInboxLine,
  Status: BookingRequestStatus,
};
