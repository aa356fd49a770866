import type { LeaveBatch } from "../../../../../shared/requests/leave/ledger/batches.contract";
import type { LeaveUnit } from "../../../../../shared/requests/leave/types/counting.rules";
import { useNameOf } from "../../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { useLeaveTexts } from "../../types/useLeaveTexts";

export function useBatchTexts() {
  const text = useText();
  const { day } = useFormat();
  const nameOf = useNameOf();
  const { amountOf } = useLeaveTexts();
  /** Amount with its sign, for example "+2 days". */
  const changeOf = (days: number, unit: LeaveUnit) => `${days > 0 ? "+" : ""}${amountOf(days, unit)}`;
  return {
    changeOf,
    /** Localized change, for example "Annual leave 2026: 2 days for 12 people". */
    titleOf: ({ leave_type: type, year, days, people, opens_on }: LeaveBatch): string =>
      type && days !== null
        ? text("balanceBatch.title", { type: nameOf(type), year, days: changeOf(days, type.unit), people })
        : text("balanceBatch.openingTitle", { day: opens_on ? day(opens_on, "medium") : "", people }),
  };
}
