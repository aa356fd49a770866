import { useFormat } from "../../platform/intl/useText";
import { dayOfWeek } from "../../work/schedules/weekday";
import classes from "./Schedules.module.css";

export function Week({ minutes }: { minutes: readonly number[] }) {
  const { day, number } = useFormat();
  return (
    <ul className={classes.week}>
      {minutes.map((one, at) => (
        <li key={dayOfWeek(at)} data-free={one === 0 || undefined}>
          <span>{day(dayOfWeek(at), "weekday")}</span> {number(one / 60, { maximumFractionDigits: 2 })}
        </li>
      ))}
    </ul>
  );
}
