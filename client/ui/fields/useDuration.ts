import { useCallback } from "react";
import { useFormat, useText } from "../../platform/intl/useText";

/** Formats minutes as localized text: "5 h 40 m", "45 m", "8 h". `parseDuration` parses the result again. */
export function useDuration(): (minutes: number) => string {
  const text = useText();
  const { number } = useFormat();
  return useCallback(
    (minutes) => {
      const hours = number(Math.floor(minutes / 60), { useGrouping: false });
      const rest = number(minutes % 60);
      if (minutes < 60) return text("duration.minutes", { minutes: rest });
      return minutes % 60 === 0 ? text("duration.hours", { hours }) : text("duration.both", { hours, minutes: rest });
    },
    [text, number],
  );
}
