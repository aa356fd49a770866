import { useFormat } from "../../../platform/intl/useText";
import { localDayAt, localDayStartAt } from "../../../../shared/kernel/wall-clock";
import { gridRangeOf, percentAtTime, timeTicks } from "../grid/grid.time";
import classes from "./Door.module.css";

interface DayBarProps {
  periods: readonly { start_date: string; end_date: string }[];
  now: number;
  timeZone: string;
}

/** The day's bookings and outages and the current time as a bar. The same information is shown as text. */
export function DayBar({ periods, now, timeZone }: DayBarProps) {
  const format = useFormat();
  const day = localDayAt(now, timeZone);
  const [begins, ends] = [localDayStartAt(day, timeZone), localDayStartAt(day, timeZone, 1)];
  const today = periods.filter(
    ({ start_date, end_date }) => Date.parse(start_date) < ends && Date.parse(end_date) > begins,
  );
  const range = gridRangeOf("day", day, today, timeZone);
  const place = (at: number) => `${percentAtTime(range, at)}%`;
  const shows = now >= range.from && now < range.until;
  return (
    <div className={`${classes.bar} time-axis`} aria-hidden>
      <div className={classes.track}>
        {today.map(({ start_date, end_date }) => {
          const [from, until] = [Date.parse(start_date), Date.parse(end_date)];
          const inlineSize = `${percentAtTime(range, until) - percentAtTime(range, from)}%`;
          return (
            <i
              key={`${start_date} ${end_date}`}
              data-present={(from <= now && now < until) || undefined}
              style={{ insetInlineStart: place(from), inlineSize }}
            />
          );
        })}
        {shows && <b style={{ insetInlineStart: place(now) }} />}
      </div>
      <div className={classes.hours}>
        {timeTicks(range).map(({ from }) => (
          <span key={from}>{format.time(new Date(from), timeZone)}</span>
        ))}
      </div>
    </div>
  );
}
