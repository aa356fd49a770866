import type { AllowanceReason } from "../../../../shared/requests/leave/ledger/balance.contract";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAllowanceTexts } from "../types/useAllowanceTexts";
import { useLeaveTexts } from "../types/useLeaveTexts";
import classes from "./AllowanceWhy.module.css";

interface AllowanceWhyProps {
  reason: AllowanceReason;
  year: number;
  unit: LeaveTypeRef["unit"];
}

/** Explains a year's allowance: rule, seniority, proration and rounding. */
export function AllowanceWhy({ reason, year, unit }: AllowanceWhyProps) {
  const text = useText();
  const { number } = useFormat();
  const { amountOf, datesOf } = useLeaveTexts();
  const { originOf } = useAllowanceTexts();
  const { segments, prorated, proration, rounding, part, whole, exact, days } = reason;
  const isShare = prorated && part < whole;
  return (
    <section className={classes.why} aria-labelledby="allowance-why">
      <h3 id="allowance-why">{text("allowance.title")}</h3>
      <ul>
        {segments.map((segment) => (
          <li key={segment.from}>
            <b>{text("allowance.perYear", { days: amountOf(segment.days, unit) })}</b>{" "}
            {segments.length > 1 && <span>{datesOf({ start_date: segment.from, end_date: segment.to })}: </span>}
            <span>{originOf(segment)}</span>
          </li>
        ))}
        {isShare && (
          <li>
            {text(proration === "days" ? "allowance.shareDays" : "allowance.shareMonths", {
              part: number(part),
              whole: number(whole),
            })}
          </li>
        )}
        {exact !== days && (
          <li>
            {text("allowance.rounded", { exact: amountOf(exact, unit), how: text(`leaveType.rounding.${rounding}`) })}
          </li>
        )}
        <li>
          {text("allowance.result", { year })}: <b>{amountOf(days, unit)}</b>
        </li>
      </ul>
    </section>
  );
}
