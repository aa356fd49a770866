import { useCallback } from "react";
import { useFormat, useText } from "../platform/intl/useText";

/** "3.4 d" in the language on the screen. */
export function useDays(): (days: number) => string {
  const text = useText();
  const { number } = useFormat();
  return useCallback(
    (days) => text("analytics.days", { days: number(days, { maximumFractionDigits: 1 }) }),
    [text, number],
  );
}
