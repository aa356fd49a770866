import type { DecideBy } from "../../../../shared/bookings/bookings/approval/decisions.contract";
import { zoneName } from "../../../../shared/kernel/zone-names";
import { deviceTimeZone } from "../../../platform/intl/formats";
import { useFormat, useText } from "../../../platform/intl/useText";

/** `timeZone` is that of the booking, whose times are shown next to the deadline. */
export function useDecisionDeadline(decideBy: DecideBy | null, timeZone: string) {
  const text = useText();
  const { dateTime } = useFormat();
  if (!decideBy) return null;
  const { moves_on, closes_on } = decideBy;
  const own = deviceTimeZone();
  const at = (moment: string) =>
    own === timeZone ? dateTime(moment) : text("when.zone", { when: dateTime(moment), zone: zoneName(own, text) });
  return {
    until: at(moves_on ?? closes_on),
    otherwise: moves_on
      ? text("reservation.decideBy.movesOn", { at: at(closes_on) })
      : text("reservation.decideBy.closes"),
  };
}
