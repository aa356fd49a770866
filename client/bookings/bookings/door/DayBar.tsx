import type { Door } from "../../../../shared/bookings/bookings/door.contract";
import { useFormat } from "../../../platform/intl/useText";
import { localDayAt, localDayStartAt } from "../../../../shared/kernel/wall-clock";
import { gridRangeOf, percentAtTime, timeTicks } from "../grid/grid.time";
import classes from "./Door.module.css";

/** The day's bookings and the current time as a bar. The same information is shown as text. */
export function DayBar({ bookings, now, timeZone }: { bookings: Door["bookings"]; now: number; timeZone: string }) {
  const format = useFormat();
  const day = localDayAt(now, timeZone);
  const [begins, ends] = [localDayStartAt(day, timeZone), localDayStartAt(day, timeZone, 1)];
  const today = bookings.filter(
    ({ start_date, end_date }) => Date.parse(start_date) < ends && Date.parse(end_date) > begins,
  );
  const range = gridRangeOf("day", day, today, timeZone);
  const place = (at: number) => `${percentAtTime(range, at)}%`;
  const shows = now >= range.from && now < range.until;
  return (
    <div className={`${classes.bar} time-axis`} aria-hidden>
      <div className={classes.track}>
        {today.map(({ id, start_date, end_date }) => {
          const [from, until] = [Date.parse(start_date), Date.parse(end_date)];
          const inlineSize = `${percentAtTime(range, until) - percentAtTime(range, from)}%`;
          return (
            <i
              key={id}
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
