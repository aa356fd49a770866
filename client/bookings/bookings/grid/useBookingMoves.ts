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

const sendMove = (draft: SlotDraft, version?: number) =>
  call(updateBooking, {
    params: { id: draft.bookingId as number },
    body: { ...bodyOf(draft), held: true, ...(version !== undefined && { version }) },
  });

/**
 * Versions of bookings that an undo restored, with the version that it created. An undo is refused when another user has changed the booking
 * since, but not when the user has undone later moves of their own.
 */
const restoredVersions = new Map<string, number>();
const keyOfVersion = (id: number, version: number) => `${id} ${version}`;

function latestEquivalent(id: number, version: number): number {
  let latest = version;
  for (let next: number | undefined = latest; next !== undefined; next = restoredVersions.get(keyOfVersion(id, latest)))
    latest = next;
  return latest;
}

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
      before && data.status === before.status ? stepBack(draft, draftFromBooking(before), data.version) : null;
    addUndoable(bookingQueue, draft, { text: text("booking.moved"), offer: true, stepOf }).then(
      (reply) => reply && store(reply),
      (error: Error) => {
        if (error instanceof ProblemError && error.code === "booking.taken")
          setLost({ wanted: draft, taken: error.record as BookingConflicts });
        else reportFailure(error);
      },
    );
  };
  /** `version` is that of the booking after the move to `currentDraft`. */
  const stepBack = (currentDraft: SlotDraft, previousDraft: SlotDraft, version: number): UndoStep => ({
    text: text("booking.moved"),
    undo: async () => {
      const id = currentDraft.bookingId as number;
      const reply = await sendMove({ ...previousDraft, bookingId: id }, latestEquivalent(id, version));
      restoredVersions.set(keyOfVersion(id, version - 1), reply.data.version);
      store(reply);
      return stepBack({ ...previousDraft, bookingId: id }, currentDraft, reply.data.version);
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
