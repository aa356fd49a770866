import type { ReservationStatus } from "../../shared/reservations/reservations.workflow";
import { RequestStatus, type Tone } from "../approvals/RequestStatus";
import { useText } from "../platform/intl/useText";

const tone: Record<ReservationStatus, Tone> = {
  draft: "draft",
  pending: "waiting",
  changes_requested: "waiting",
  approved: "yes",
  rejected: "no",
  cancelled: "over",
  expired: "over",
};

/** Where a request for a booking stands, as a sign and in words. */
export function BookingRequestStatus({ status }: { status: string }) {
  const text = useText();
  const known = status as ReservationStatus;
  return <RequestStatus tone={tone[known] ?? "waiting"} words={text(`reservation.status.${known}`)} />;
}
