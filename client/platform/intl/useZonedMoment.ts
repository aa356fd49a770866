import { zoneName } from "../../../shared/kernel/zone-names";
import { deviceTimeZone } from "./formats";
import { useFormat, useText } from "./useText";

/** Formats an instant with its time zone, for screens that also show or accept times of another time zone. */
export function useZonedMoment(): (moment: string | Date) => string {
  const text = useText();
  const { dateTime } = useFormat();
  return (moment) => text("when.zone", { when: dateTime(moment), zone: zoneName(deviceTimeZone(), text) });
}
