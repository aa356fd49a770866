import type { Booking } from "../../../shared/bookings/bookings/bookings.contract";
import { bookingPath } from "../../../shared/bookings/bookings/bookings.rules";
import { useCurrentUser } from "../../platform/session";

export function useBookingPath() {
  const { time_zone: timeZone } = useCurrentUser().tenant;
  return (booking: Pick<Booking, "id" | "bookable_type" | "start_date">) => bookingPath(booking, timeZone);
}
