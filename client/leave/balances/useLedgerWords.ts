import { useMemo } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import type { LedgerLine } from "../../../shared/leave/leave.ledger.rules";
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
      reasonOf({
        entry: { reason, cause, period, year },
        state,
      }: Pick<LedgerLine<LedgerEntry>, "entry" | "state">): string {
        const month = monthOf(period);
        const what =
          reason === "accrual" && month
            ? text("ledger.reason.accrual", { month: day(`${month}-01`, "monthYear") })
            : state !== "entry"
              ? text(`ledger.reason.${state}`)
              : reason === "carried"
                ? text("ledger.reason.carried", { year: year - 1 })
                : reason === "allowance"
                  ? text("ledger.reason.allowance", { year })
                  : reason === "accrual"
                    ? text("ledger.reason.allowance", { year })
                    : text(`ledger.reason.${reason as "expired" | "adjustment" | "taken" | "waiting" | "returned"}`);
        if (cause === null) return what;
        const why = text(`ledger.cause.${cause}`);
        return reason === "holiday" && state === "entry" ? why : text("ledger.because", { what, why });
      },
      /** How it is marked: given, used or waiting. */
      groupOf: ({ state }: Pick<LedgerLine<LedgerEntry>, "state">): "given" | "used" | "waits" =>
        state === "waiting" ? "waits" : state === "entry" ? "given" : "used",
      /** "+3", "−6.5" */
      signed: (days: number) => number(days, { signDisplay: "exceptZero" }),
    }),
    [text, number, day],
  );
}
