import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { previewLeave } from "../../../../shared/requests/leave/requests/leave.contract";
import type { LeaveUnit } from "../../../../shared/requests/leave/types/counting.rules";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./DayStrip.module.css";
import { useLeaveTexts } from "../types/useLeaveTexts";

type Days = ReplyOf<typeof previewLeave>["data"]["each"];

export function DayStrip({ days, total, unit }: { days: Days; total: number; unit: LeaveUnit }) {
  const text = useText();
  const { day: dayText, number } = useFormat();
  const { amountOf, figureOf } = useLeaveTexts();
  const nameOf = useNameOf();
  const holidayOf = ({ holiday: name, holiday_translations: translations }: Days[number]) =>
    name === null ? undefined : nameOf({ name, translations });
  const free = days.filter((one) => one.why !== null).length;
  return (
    <section className={classes.strip} aria-live="polite">
      <p>
        <strong>{amountOf(total, unit)}</strong>
        {free > 0 && <span>{text("leave.notCounted", { count: free })}</span>}
      </p>
      <ol>
        {days.map((one) => (
          <li
            key={one.date}
            data-why={one.why ?? undefined}
            data-half={(unit === "days" && one.why === null && one.days === 0.5) || undefined}
          >
            <span className="sr-only">
              {dayText(one.date, "long")}
              {one.why === "free" && `, ${text("leave.free.why")}`}
            </span>
            <span aria-hidden>{dayText(one.date, "weekday")}</span>
            <b aria-hidden>{number(Number(one.date.slice(8)))}</b>
            <small title={one.why === "free" ? text("leave.free.why") : holidayOf(one)}>
              {one.why === "holiday" && one.days === 0
                ? holidayOf(one)
                : one.why === "weekend"
                  ? text("leave.weekend")
                  : one.why === "free"
                    ? text("leave.free")
                    : unit === "days" && one.days === 0.5
                      ? text("leave.half")
                      : figureOf(one.days, unit)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
