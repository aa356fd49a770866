import type { DecideBy } from "../../../../shared/bookings/bookings/approval/decisions.contract";
import { deviceTimeZone } from "../../../platform/intl/formats";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useZonedMoment } from "../../../platform/intl/useZonedMoment";

/** `timeZone` is that of the booking, whose times are shown next to the deadline. */
export function useDecisionDeadline(decideBy: DecideBy | null, timeZone: string) {
  const text = useText();
  const { dateTime } = useFormat();
  const zoned = useZonedMoment();
  if (!decideBy) return null;
  const { moves_on, closes_on } = decideBy;
  const at = (moment: string) => (deviceTimeZone() === timeZone ? dateTime(moment) : zoned(moment));
  return {
    until: at(moves_on ?? closes_on),
    otherwise: moves_on
      ? text("reservation.decideBy.movesOn", { at: at(closes_on) })
      : text("reservation.decideBy.closes"),
  };
}
