import { isMadeAtDoor } from "../../../shared/bookings/resources/made-at-door.rules";
import { useText } from "../../platform/intl/useText";

interface BookingWithRequester {
  title: string | null;
  requester: { fullname: string } | null;
}

/** Returns a function for the name of who made a booking; null for a private booking. */
export function useRequesterLabel(): (booking: BookingWithRequester) => string | null {
  const text = useText();
  return (booking) => booking.requester?.fullname ?? (isMadeAtDoor(booking) ? text("booking.byDoor") : null);
}
