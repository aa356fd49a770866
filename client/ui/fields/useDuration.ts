import { useCallback } from "react";
import { useFormat, useText } from "../../platform/intl/useText";

/** Minutes in the reader's words: "5 h 40 m", "45 m", "8 h". What it says can be typed again (`parseDuration`). */
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
