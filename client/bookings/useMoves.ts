import { useState } from "react";
import { type Booking, type Reservation, type Taken, updateBooking } from "../../shared/bookings/bookings.contract";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { ProblemError } from "../platform/problem-error";
import type { Draft } from "./grid/grid.drag";

/** What was wanted, and who has it. */
export interface Lost {
  wanted: Draft;
  taken: Taken;
}

const bodyOf = ({ from, until, resourceId }: Draft) => ({
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
  bookable_id: resourceId,
});

/**
 * Moves bookings at once and tells the server; who is too late gets it back, and hears who was faster. `apply` takes the server's
 * answer before the pending place is given up, so that a block never stands at its old place in between.
 */
export function useMoves(apply: (bookings: readonly Booking[]) => void) {
  const [pending, setPending] = useState<ReadonlyMap<number, Draft>>(new Map());
  const [lost, setLost] = useState<Lost | null>(null);
  const without = (id: number) => setPending((now) => new Map([...now].filter(([each]) => each !== id)));
  const move = async (draft: Draft): Promise<void> => {
    const id = draft.bookingId;
    if (id === null) return;
    setPending((now) => new Map(now).set(id, draft));
    setLost(null);
    try {
      const { data, dates } = await call(updateBooking, { params: { id }, body: bodyOf(draft) });
      apply([data, ...dates]);
    } catch (error) {
      if (error instanceof ProblemError && error.code === "booking.taken") {
        setLost({ wanted: draft, taken: error.record as Taken });
      } else reportFailure(error as Error);
    } finally {
      without(id);
    }
  };
  return { pending, lost, move, forget: () => setLost(null) };
}

/** Whether a drop changes anything. */
export const isMoved = (booking: Reservation | undefined, { from, until, resourceId }: Draft): boolean =>
  booking !== undefined &&
  (Date.parse(booking.start_date) !== from ||
    Date.parse(booking.end_date) !== until ||
    booking.bookable_id !== resourceId);
