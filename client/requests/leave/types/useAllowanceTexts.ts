import { useMemo } from "react";
import { useText } from "../../../platform/intl/useText";

interface Origin {
  rule: string | null;
  override: string | null;
  seniority: number | null;
}

export function useAllowanceTexts() {
  const text = useText();
  return useMemo(
    () => ({
      /** Describes what determines the days per year: an override, a rule or the leave type. */
      originOf({ rule, override, seniority }: Origin): string {
        if (override !== null) return text("leaveRules.byOverride", { reason: override });
        if (rule === null) return text("leaveRules.byType");
        if (seniority === null) return text("leaveRules.byRule", { name: rule });
        return text("leaveRules.bySeniority", { name: rule, years: seniority });
      },
    }),
    [text],
  );
}
