import type { DecideBy } from "../../shared/reservations/reservations.contract";
import { useFormat, useText } from "../platform/intl/useText";

/** Until when one has to decide, and what happens else; nothing where nobody is asked. */
export function useDecideBy(decideBy: DecideBy | null) {
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
