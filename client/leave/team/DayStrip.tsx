import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { previewLeave } from "../../../shared/leave/leave.contract";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./DayStrip.module.css";
import { useLeaveWords } from "../useLeaveWords";

type Days = ReplyOf<typeof previewLeave>["data"]["each"];

/** One cell per day: what it costs, and why it doesn't. */
export function DayStrip({ days, total }: { days: Days; total: number }) {
  const text = useText();
  const { day: dayText, number } = useFormat();
  const { daysOf } = useLeaveWords();
  const nameOf = useNameOf();
  const holidayOf = ({ holiday: name, holiday_translations: translations }: Days[number]) =>
    name === null ? undefined : nameOf({ name, translations });
  const free = days.filter((one) => one.why !== null).length;
  return (
    <section className={classes.strip} aria-live="polite">
      <p>
        <strong>{daysOf(total)}</strong>
        {free > 0 && <span>{text("leave.notCounted", { count: free })}</span>}
      </p>
      <ol>
        {days.map((one) => (
          <li
            key={one.date}
            data-why={one.why ?? undefined}
            data-half={(one.why === null && one.days === 0.5) || undefined}
          >
            <span className="sr-only">{dayText(one.date, "long")}</span>
            <span aria-hidden>{dayText(one.date, "weekday")}</span>
            <b aria-hidden>{number(Number(one.date.slice(8)))}</b>
            <small title={holidayOf(one)}>
              {one.why === "holiday" && one.days === 0
                ? holidayOf(one)
                : one.why === "weekend"
                  ? text("leave.weekend")
                  : one.days === 0.5
                    ? text("leave.half")
                    : number(one.days)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
