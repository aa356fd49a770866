import type { Door } from "../../../shared/bookings/door.contract";
import { useFormat } from "../../platform/intl/useText";
import { dayText, rangeOf, shareOf, ticksOf } from "../grid/grid.time";
import classes from "./Door.module.css";

/** The day at a glance: what is booked of it, and where in it one is. All of it is said in words beside it. */
export function DayBar({ bookings, now }: { bookings: Door["bookings"]; now: number }) {
  const format = useFormat();
  const day = dayText(new Date(now));
  const today = bookings.filter(({ start_date }) => dayText(new Date(start_date)) === day);
  const range = rangeOf("day", day, today);
  const place = (at: number) => `${shareOf(range, at)}%`;
  const shows = now >= range.from && now < range.until;
  return (
    <div className={classes.bar} aria-hidden>
      <div className={classes.track}>
        {today.map(({ id, start_date, end_date }) => {
          const [from, until] = [Date.parse(start_date), Date.parse(end_date)];
          const inlineSize = `${shareOf(range, until) - shareOf(range, from)}%`;
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
        {ticksOf(range).map(({ at }) => (
          <span key={at}>{format.time(new Date(at))}</span>
        ))}
      </div>
    </div>
  );
}
