import { Link } from "react-router-dom";
import { type NextBooking, nextReservations } from "../../shared/bookings/bookings.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { dayOf } from "../platform/today";
import { Panel } from "../ui/Panel";
import { EmptyState } from "../ui/states/EmptyState";
import { ErrorState } from "../ui/states/ErrorState";
import { SkeletonRows } from "../ui/states/Skeleton";
import classes from "./dashboard.module.css";

const shownMost = 5;

/** What one has booked or is invited to next, for whoever sees bookings; kept true by `booking.mine`. */
export function NextBookings() {
  return useCan()("reservation-list") ? <Next /> : null;
}

function Next() {
  const text = useText();
  const mayBook = useCan()("reservation-create");
  const now = useNow().getTime();
  const query = useEndpoint(nextReservations, { query: { per_page: shownMost } });
  // What ends while one looks is over without anybody saying so.
  const bookings = query.data?.data.filter(({ end_date }) => Date.parse(end_date) > now);
  return (
    <Panel
      title={text("dashboard.bookings")}
      end={mayBook && <Link to={paths.roomReservation}>{text("booking.bookRoom")}</Link>}
    >
      {query.isPending && <SkeletonRows rows={3} height={56} />}
      {query.error && !bookings && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {bookings?.length === 0 && (
        <EmptyState title={text("dashboard.bookings.none")} text={text("dashboard.bookings.none.why")} />
      )}
      {bookings && bookings.length > 0 && (
        <ul className={classes.list}>
          {bookings.map((booking) => (
            <Row key={booking.id} booking={booking} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ booking }: { booking: NextBooking }) {
  const text = useText();
  const { day, time } = useFormat();
  const { bookable_type: type, title, place, car_type: carType, status } = booking;
  const [from, until] = [new Date(booking.start_date), new Date(booking.end_date)];
  return (
    <li className={classes.projectRow}>
      <Link to={`${paths.reservation(type)}?day=${dayOf(from)}`} className={classes.name} dir="auto">
        {title ?? text("booking.busy")}
      </Link>
      <span className={classes.booked}>
        <span>{`${day(from, "short")}, ${text("booking.span", { from: time(from), until: time(until) })}`}</span>
        <bdi>{place ?? (carType && text(`booking.carType.${carType as "sedan"}`))}</bdi>
        <span data-pending={status === "pending" || undefined}>{text(`booking.status.${status}`)}</span>
      </span>
    </li>
  );
}
