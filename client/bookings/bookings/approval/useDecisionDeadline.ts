import type { DecideBy } from "../../../../shared/bookings/bookings/approval/decisions.contract";
import { useFormat, useText } from "../../../platform/intl/useText";

export function useDecisionDeadline(decideBy: DecideBy | null) {
  const text = useText();
  const { dateTime } = useFormat();
  if (!decideBy) return null;
  const { moves_on, closes_on } = decideBy;
  return {
    until: dateTime(moves_on ?? closes_on),
    otherwise: moves_on
      ? text("reservation.decideBy.movesOn", { at: dateTime(closes_on) })
      : text("reservation.decideBy.closes"),
  };
}
