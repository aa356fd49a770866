import { useCallback } from "react";
import { useFormat, useText } from "../../platform/intl/useText";

/** Formats days as "3.4 d" in the user's language. */
export function useDaysText(): (days: number) => string {
  const text = useText();
  const { number } = useFormat();
  return useCallback(
    (days) => text("analytics.days", { days: number(days, { maximumFractionDigits: 1 }) }),
    [text, number],
  );
}
