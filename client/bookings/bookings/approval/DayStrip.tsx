import type { CSSProperties } from "react";
import type {
  RequestedBooking,
  OtherBooking,
} from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { localDayAt, instantAtLocalTime } from "../../../../shared/kernel/wall-clock";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./approval.module.css";
import { useRequesterLabel } from "../../resources/useRequesterLabel";
import { useRequestedText } from "./useRequestedText";

const hourMs = 3_600_000;

interface Span {
  from: number;
  until: number;
}

const spanOf = ({ start_date, end_date }: Pick<RequestedBooking, "start_date" | "end_date">): Span => ({
  from: Date.parse(start_date),
  until: Date.parse(end_date),
});

/** 8 am to 6 pm, extended to include the request and nearby bookings. */
function shownTime(requested: Span, others: readonly Span[], timeZone: string): Span {
  const day = localDayAt(requested.from, timeZone);
  const at = (hour: number) => instantAtLocalTime(Date.parse(`${day}T00:00:00Z`) + hour * hourMs, timeZone);
  const near = others.filter(
    ({ from, until }) => from < requested.until + 12 * hourMs && until > requested.from - 12 * hourMs,
  );
  const from = Math.max(Math.min(at(8), requested.from, ...near.map((one) => one.from)), at(0));
  const until = Math.max(at(18), requested.until, ...near.map((one) => Math.min(one.until, at(24))));
  return { from: Math.min(from, requested.from), until };
}

export function DayStrip({ booking, day }: { booking: RequestedBooking; day: readonly OtherBooking[] }) {
  const text = useText();
  const format = useFormat();
  const words = useRequestedText();
  const requesterLabel = useRequesterLabel();
  const requested = spanOf(booking);
  const visibleSpan = shownTime(requested, day.map(spanOf), booking.time_zone);
  const share = (at: number) =>
    Math.min(Math.max((at - visibleSpan.from) / (visibleSpan.until - visibleSpan.from), 0), 1) * 100;
  const place = ({ from, until }: Span): CSSProperties => ({
    insetInlineStart: `${share(from)}%`,
    inlineSize: `${Math.max(share(until) - share(from), 1)}%`,
  });
  const isRoom = booking.bookable_type !== "car";
  return (
    <section className={classes.day} aria-label={text("reservation.thatDay")}>
      <h3>{text("reservation.thatDay")}</h3>
      <div className={`${classes.strip} time-axis`} aria-hidden>
        <i data-asked style={place(requested)} />
        {day.map((other) => (
          <i
            key={other.id}
            data-clash={other.clashes || undefined}
            data-pending={other.pending || undefined}
            style={place(spanOf(other))}
          />
        ))}
      </div>
      <p className={`${classes.hours} time-axis`} aria-hidden>
        <span>{format.time(new Date(visibleSpan.from), booking.time_zone)}</span>
        <span>{format.time(new Date(visibleSpan.until), booking.time_zone)}</span>
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
                {requesterLabel(other) && (
                  <>
                    {" · "}
                    <bdi>{requesterLabel(other)}</bdi>
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
