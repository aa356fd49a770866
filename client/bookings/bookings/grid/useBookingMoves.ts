import { useMemo, useState } from "react";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import {
  type Booking,
  type BookingWithPermissions,
  type BookingConflicts,
  updateBooking,
} from "../../../../shared/bookings/bookings/bookings.contract";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { ProblemError } from "../../../platform/problem-error";
import { useText } from "../../../platform/intl/useText";
import { SimpleQueue } from "../../../platform/pending/simple-queue";
import { usePending } from "../../../platform/pending/usePending";
import type { UndoStep } from "../../../undo/history";
import { addUndoable } from "../../../undo/undoable-change";
import { draftFromBooking } from "./BookingBlock";
import type { SlotDraft } from "./grid.drag";

export interface SlotTakenConflict {
  wanted: SlotDraft;
  taken: BookingConflicts;
}

const bodyOf = ({ from, until, resourceId }: SlotDraft) => ({
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
  bookable_id: resourceId,
});

const bookingQueue = new SimpleQueue<SlotDraft, ReplyOf<typeof updateBooking>>("bookings", ({ change }) =>
  sendMove(change),
);

const sendMove = (draft: SlotDraft) =>
  call(updateBooking, { params: { id: draft.bookingId as number }, body: { ...bodyOf(draft), held: true } });

const concernsGrid = () => true;

/**
 * Moves bookings with undo; a conflict names the other booking. `apply` stores the server's response in the grid, whose bookings show the
 * pending position until then.
 */
export function useBookingMoves(
  bookings: readonly BookingWithPermissions[],
  apply: (bookings: readonly Booking[]) => void,
) {
  const [lost, setLost] = useState<SlotTakenConflict | null>(null);
  const text = useText();
  const moves = usePending(bookingQueue, concernsGrid, ({ change, reply }) => {
    const currentBooking = bookings.find(({ id }) => id === change.bookingId);
    return !currentBooking || !reply || currentBooking.version >= reply.data.version;
  });
  const pending = useMemo(() => new Map(moves.map(({ change }) => [change.bookingId as number, change])), [moves]);
  const store = ({ data, dates }: ReplyOf<typeof updateBooking>) => apply([data, ...dates]);
  /** `before` is the original booking, set if undo is offered. */
  const move = (draft: SlotDraft, before?: BookingWithPermissions): void => {
    setLost(null);
    const stepOf = ({ data }: ReplyOf<typeof updateBooking>) =>
      // A move that requires approval again can't be undone, because the approvers are already notified.
      before && data.status === before.status ? stepBack(draft, draftFromBooking(before)) : null;
    addUndoable(bookingQueue, draft, { text: text("booking.moved"), offer: true, stepOf }).then(
      (reply) => reply && store(reply),
      (error: Error) => {
        if (error instanceof ProblemError && error.code === "booking.taken")
          setLost({ wanted: draft, taken: error.record as BookingConflicts });
        else reportFailure(error);
      },
    );
  };
  const stepBack = (currentDraft: SlotDraft, previousDraft: SlotDraft): UndoStep => ({
    text: text("booking.moved"),
    undo: async () => {
      store(await sendMove({ ...previousDraft, bookingId: currentDraft.bookingId }));
      return stepBack(previousDraft, currentDraft);
    },
  });
  return { pending, lost, move, forget: () => setLost(null) };
}

export const isBookingMoved = (
  booking: BookingWithPermissions | undefined,
  { from, until, resourceId }: SlotDraft,
): boolean =>
  booking !== undefined &&
  (Date.parse(booking.start_date) !== from ||
    Date.parse(booking.end_date) !== until ||
    booking.bookable_id !== resourceId);
