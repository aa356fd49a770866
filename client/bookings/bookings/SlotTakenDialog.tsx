import type { Alternative } from "../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../shared/bookings/bookings/bookings.schema";
import { useText } from "../../platform/intl/useText";
import { SlotTakenNotice } from "./form/SlotTakenNotice";
import type { SlotTakenConflict } from "./grid/useBookingMoves";
import { Dialog } from "../../ui/Dialog";

interface SlotTakenDialogProps {
  kind: BookableType;
  lost: SlotTakenConflict | null;
  timeZone: string;
  onClose: () => void;
  onTake: (alternative: Alternative) => void;
}

/** Shown when another user booked the time first. Names that user, the booked time and free alternatives. */
export function SlotTakenDialog({ kind, lost, timeZone, onClose, onTake }: SlotTakenDialogProps) {
  const text = useText();
  // A dragged booking can only change its resource or time; equipment is replaced in the form.
  const fits = (each: Alternative) =>
    each.kind !== "equipment" || (kind === "equipment" && each.instead_of === lost?.wanted.resourceId);
  const elsewhere = lost?.taken.alternatives.filter(fits) ?? [];
  return (
    <Dialog opened={lost !== null} onClose={onClose} title={text("booking.lost")} size={460}>
      {lost && (
        <SlotTakenNotice
          slotConflicts={{ ...lost.taken, alternatives: elsewhere }}
          timeZone={timeZone}
          onTake={onTake}
        />
      )}
    </Dialog>
  );
}
