import type { NextBooking } from "../../../shared/bookings/bookings/bookings.contract";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";

type Stated = Pick<NextBooking, "status"> & { participants: readonly { id: number; answer: string | null }[] };

/** State of a booking for the viewer. An invitation isn't shown as booked until the viewer has answered it. */
export function useBookingState(): (booking: Stated) => { text: string; waits: boolean } {
  const text = useText();
  const me = useCurrentUser();
  return ({ status, participants }) => {
    if (status !== "pending" && participants.find(({ id }) => id === me.id)?.answer === null)
      return { text: text("work.booking.invited"), waits: true };
    return { text: text(`booking.status.${status}`), waits: status === "pending" };
  };
}
