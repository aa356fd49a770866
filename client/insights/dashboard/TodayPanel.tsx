import { Fragment } from "react";
import { Link } from "react-router-dom";
import { type NextBooking, listNextBookings } from "../../../shared/bookings/bookings/bookings.contract";
import { useBookingPath } from "../../bookings/bookings/useBookingPath";
import { useBookingState } from "../../bookings/bookings/useBookingState";
import { useFormat, useText } from "../../platform/intl/useText";
import { useTimeSpanText } from "../../platform/intl/useTimeSpanText";
import { useNow } from "../../platform/now";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { localDayOf } from "../../platform/today";
import { Panel } from "../../ui/Panel";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import linkRow from "../../ui/LinkRow.module.css";
import classes from "./TodayPanel.module.css";

const maxShown = 8;
const maxLater = 3;

/** The user's bookings and invitations of today, with a line at the current time, followed by later ones. Updated by `booking.mine`. */
export function TodayPanel() {
  const text = useText();
  const mayBook = useCan()("reservation-create");
  const moment = useNow();
  const now = moment.getTime();
  const query = useEndpoint(listNextBookings, { query: { per_page: maxShown } });
  // Hides bookings that end while the panel is open, since no event is emitted for that.
  const bookings = query.data?.data.filter(({ end_date }) => Date.parse(end_date) > now);
  const today = localDayOf(moment);
  const isToday = ({ start_date }: NextBooking) => localDayOf(new Date(start_date)) <= today;
  const todaysBookings = bookings?.filter(isToday) ?? [];
  const later = bookings?.filter((booking) => !isToday(booking)).slice(0, maxLater) ?? [];
  const line = todaysBookings.findIndex(({ start_date }) => Date.parse(start_date) > now);
  return (
    <Panel
      title={text("dashboard.today")}
      end={mayBook && <Link to={paths.roomReservation}>{text("booking.bookRoom")}</Link>}
    >
      {query.isPending && <SkeletonRows rows={4} />}
      {query.error && !bookings && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {bookings?.length === 0 && (
        <EmptyState title={text("dashboard.bookings.none")} text={text("dashboard.bookings.none.why")} />
      )}
      {later.length > 0 && todaysBookings.length === 0 && (
        <p className={classes.none}>{text("dashboard.today.none")}</p>
      )}
      {todaysBookings.length > 0 && (
        <ul className={classes.list} aria-label={text("dashboard.today")}>
          {todaysBookings.map((booking, at) => (
            <Fragment key={booking.id}>
              {at === line && <Now moment={moment} />}
              <Row booking={booking} />
            </Fragment>
          ))}
          {line < 0 && <Now moment={moment} />}
        </ul>
      )}
      {later.length > 0 && (
        <>
          <h3 className={classes.later}>{text("dashboard.today.later")}</h3>
          <ul className={classes.list} aria-label={text("dashboard.today.later")}>
            {later.map((booking) => (
              <Row key={booking.id} booking={booking} later />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Now({ moment }: { moment: Date }) {
  const { time } = useFormat();
  return (
    <li className={classes.now} aria-hidden>
      <span>{time(moment)}</span>
      <i />
    </li>
  );
}

function Row({ booking, later = false }: { booking: NextBooking; later?: boolean }) {
  const text = useText();
  const when = useTimeSpanText();
  const { day, time } = useFormat();
  const { title, place, car_type: carType, start_date, end_date } = booking;
  const state = useBookingState()(booking);
  const pathOf = useBookingPath();
  const where = place ?? (carType && text(`booking.carType.${carType as "sedan"}`));
  return (
    <li className={`${linkRow.row} ${classes.row}`}>
      <span className={classes.time}>{later ? day(start_date) : time(start_date)}</span>
      <span className={classes.what}>
        <Link
          to={pathOf(booking)}
          className={`${linkRow.link} ${classes.title}`}
          title={when(start_date, end_date, booking.time_zone)}
        >
          <bdi>{title ?? text("booking.busy")}</bdi>
        </Link>
        {where && <bdi>{where}</bdi>}
        <span>
          {later
            ? text("leave.fromTo", { from: time(start_date), to: time(end_date) })
            : text("dashboard.today.until", { time: time(end_date) })}
        </span>
        {state.waits && <span data-pending>{state.text}</span>}
      </span>
    </li>
  );
}
