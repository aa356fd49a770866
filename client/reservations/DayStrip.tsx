import type { CSSProperties } from "react";
import type { AskedBooking, OtherBooking } from "../../shared/reservations/booking-requests.contract";
import { useFormat, useText } from "../platform/intl/useText";
import classes from "./reservations.module.css";
import { useAskedWords } from "./useAskedWords";

const hourMs = 3_600_000;

interface Span {
  from: number;
  until: number;
}

const spanOf = ({ start_date, end_date }: Pick<AskedBooking, "start_date" | "end_date">): Span => ({
  from: Date.parse(start_date),
  until: Date.parse(end_date),
});

/** From eight to six, and as far as what is asked for and what is booked around it goes. */
function shownTime(asked: Span, others: readonly Span[]): Span {
  const at = (hour: number) => new Date(asked.from).setHours(hour, 0, 0, 0);
  const near = others.filter(({ from, until }) => from < asked.until + 12 * hourMs && until > asked.from - 12 * hourMs);
  const from = Math.max(Math.min(at(8), asked.from, ...near.map((one) => one.from)), at(0));
  const until = Math.max(at(18), asked.until, ...near.map((one) => Math.min(one.until, at(24))));
  return { from: Math.min(from, asked.from), until };
}

/** What else is booked that day, beside what is asked for: drawn on the hours, and as a list for who reads. */
export function DayStrip({ booking, day }: { booking: AskedBooking; day: readonly OtherBooking[] }) {
  const text = useText();
  const format = useFormat();
  const words = useAskedWords();
  const asked = spanOf(booking);
  const shown = shownTime(asked, day.map(spanOf));
  const share = (at: number) => Math.min(Math.max((at - shown.from) / (shown.until - shown.from), 0), 1) * 100;
  const place = ({ from, until }: Span): CSSProperties => ({
    insetInlineStart: `${share(from)}%`,
    inlineSize: `${Math.max(share(until) - share(from), 1)}%`,
  });
  const isRoom = booking.bookable_type !== "car";
  return (
    <section className={classes.day} aria-label={text("reservation.thatDay")}>
      <h3>{text("reservation.thatDay")}</h3>
      <div className={classes.strip} aria-hidden>
        <i data-asked style={place(asked)} />
        {day.map((other) => (
          <i
            key={other.id}
            data-clash={other.clashes || undefined}
            data-pending={other.pending || undefined}
            style={place(spanOf(other))}
          />
        ))}
      </div>
      <p className={classes.hours} aria-hidden>
        <span>{format.time(new Date(shown.from))}</span>
        <span>{format.time(new Date(shown.until))}</span>
      </p>
      {day.length === 0 ? (
        <p className={classes.none}>{text(isRoom ? "reservation.nothingElse" : "reservation.noOtherTrip")}</p>
      ) : (
        <ul className={classes.others}>
          {day.map((other) => (
            <li key={other.id} data-clash={other.clashes || undefined}>
              <span>{words.hours(other)}</span>
              <span>
                <bdi>{words.title(other)}</bdi>
                {other.requester && (
                  <>
                    {" · "}
                    <bdi>{other.requester.fullname}</bdi>
                  </>
                )}
                {!isRoom && other.place && (
                  <>
                    {" · "}
                    <bdi>{other.place}</bdi>
                  </>
                )}
                {other.pending && ` · ${text("booking.pending")}`}
                {other.clashes && ` · ${text("reservation.sameTime")}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
