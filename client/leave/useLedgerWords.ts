import { useMemo } from "react";
import { useFormat, useText } from "../platform/intl/useText";
import type { LedgerEntry } from "./LedgerDialog";

/** The parts of a period's key: `2026`, `2026-03`; corrections have a number behind it. */
const monthOf = (period: string | null) => /^(\d{4}-\d{2})(?!\d)/.exec(period ?? "")?.[1] ?? null;

/** Entries of a ledger as people say them. */
export function useLedgerWords() {
  const text = useText();
  const { number, day } = useFormat();
  return useMemo(
    () => ({
      /** "Allowance 2026", "March's part", "Waiting, given back", "Holiday added". */
      reasonOf({ reason, cause, period, days, year }: LedgerEntry): string {
        const month = monthOf(period);
        const what =
          reason === "accrual" && month
            ? text("ledger.reason.accrual", { month: day(`${month}-01`, "monthYear") })
            : reason === "waiting" && days > 0 && cause === null
              ? text("ledger.reason.released")
              : reason === "carried"
                ? text("ledger.reason.carried", { year: String(year - 1) })
                : reason === "allowance"
                  ? text("ledger.reason.allowance", { year: String(year) })
                  : reason === "accrual"
                    ? text("ledger.reason.allowance", { year: String(year) })
                    : text(`ledger.reason.${reason as "expired" | "adjustment" | "taken" | "waiting" | "returned"}`);
        if (cause === null) return what;
        const why = text(`ledger.cause.${cause}`);
        return reason === "holiday" ? why : text("ledger.because", { what, why });
      },
      /** How it is marked: given, used or waiting. */
      groupOf: ({ reason }: LedgerEntry): "given" | "used" | "waits" =>
        reason === "waiting"
          ? "waits"
          : reason === "taken" || reason === "returned" || reason === "holiday"
            ? "used"
            : "given",
      /** "+3", "−6.5" */
      signed: (days: number) => number(days, { signDisplay: "exceptZero" }),
    }),
    [text, number, day],
  );
}
