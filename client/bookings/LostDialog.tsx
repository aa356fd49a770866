import { Modal } from "@mantine/core";
import type { Alternative } from "../../shared/bookings/bookings.contract";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import { useText } from "../platform/intl/useText";
import { TakenNotice } from "./TakenNotice";
import type { Lost } from "./useMoves";

interface LostDialogProps {
  kind: BookableType;
  lost: Lost | null;
  onClose: () => void;
  onTake: (alternative: Alternative) => void;
}

/** Somebody was faster: who, when, and what is free instead. */
export function LostDialog({ kind, lost, onClose, onTake }: LostDialogProps) {
  const text = useText();
  // Which pieces go along is changed in the form: what was dragged goes elsewhere, or at another time.
  const fits = (each: Alternative) =>
    each.kind !== "equipment" || (kind === "equipment" && each.instead_of === lost?.wanted.resourceId);
  const elsewhere = lost?.taken.alternatives.filter(fits) ?? [];
  return (
    <Modal
      opened={lost !== null}
      onClose={onClose}
      title={text("booking.lost")}
      size={460}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {lost && <TakenNotice taken={{ ...lost.taken, alternatives: elsewhere }} onTake={onTake} />}
    </Modal>
  );
}
