import { Link } from "react-router-dom";
import { type NextBooking, nextReservations } from "../../shared/bookings/bookings.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useCan, useCurrentUser } from "../platform/session";
import { dayOf } from "../platform/today";
import { ErrorState } from "../ui/states/ErrorState";
import type { WorkQuery } from "./my-work.query";
import classes from "./my-work.module.css";

const shownMost = 5;

/** One's next bookings, for whoever sees bookings; among what is one's own and open, unless one looks for certain tasks. */
export function useWorkBookings({ of, state, due, text }: WorkQuery) {
  const may = useCan()("reservation-list");
  const shown = may && of === "assigned" && state === "open" && due === null && text === "";
  const query = useEndpoint(nextReservations, { query: { per_page: shownMost } }, { enabled: shown });
  return { query, shown, pending: shown && query.isPending };
}

/** What one has booked or is invited to next; kept true by `booking.mine`. */
export function WorkBookings({ of: { query, shown } }: { of: ReturnType<typeof useWorkBookings> }) {
  const text = useText();
  const now = useNow().getTime();
  if (!shown) return null;
  // What ends while one looks is over without anybody saying so.
  const bookings = query.data?.data.filter(({ end_date }) => Date.parse(end_date) > now) ?? [];
  const failed = query.data ? null : query.error;
  if (bookings.length === 0 && !failed) return null;
  return (
    <section aria-label={text("dashboard.bookings")} className={classes.group}>
      <h2>{text("dashboard.bookings")}</h2>
      {failed && <ErrorState error={failed} onRetry={() => void query.refetch()} />}
      <ul>
        {bookings.map((booking) => (
          <Row key={booking.id} booking={booking} />
        ))}
      </ul>
    </section>
  );
}

function Row({ booking }: { booking: NextBooking }) {
  const text = useText();
  const me = useCurrentUser();
  const { day, time } = useFormat();
  const { id, bookable_type: type, title, place, car_type: carType, status, participants } = booking;
  const [from, until] = [new Date(booking.start_date), new Date(booking.end_date)];
  const answer = participants.find((each) => each.id === me.id)?.answer;
  const unanswered = answer === null;
  return (
    <li className={`${classes.row} ${classes.booking}`} data-row>
      <Link className={classes.title} to={`${paths.reservation(type)}?day=${dayOf(from)}&booking=${id}`} data-row-link>
        <bdi>{title ?? text("booking.busy")}</bdi>
      </Link>
      <span className={classes.booked}>
        <span>{`${day(from, "short")}, ${text("booking.span", { from: time(from), until: time(until) })}`}</span>
        <bdi>{place ?? (carType && text(`booking.carType.${carType as "sedan"}`))}</bdi>
        {(status === "pending" || unanswered) && (
          <span data-waits>{text(status === "pending" ? "booking.status.pending" : "work.booking.invited")}</span>
        )}
      </span>
    </li>
  );
}
