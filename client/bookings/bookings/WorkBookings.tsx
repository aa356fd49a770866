import { Link } from "react-router-dom";
import { type NextBooking, listNextBookings } from "../../../shared/bookings/bookings/bookings.contract";
import { useTimeSpanText } from "../../platform/intl/useTimeSpanText";
import { useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { ErrorState } from "../../ui/states/ErrorState";
import type { WorkSection } from "../../work/my-work/my-work.slots";
import classes from "../../work/my-work/my-work.module.css";
import { useBookingPath } from "./useBookingPath";
import { useBookingState } from "./useBookingState";

const maxShown = 5;

/** The user's next bookings; shown only among their open assigned tasks without a due date or text filter. */
export const workBookings: WorkSection = {
  useSection({ of, state, due, text }) {
    const may = useCan()("reservation-list");
    const isVisible = may && of === "assigned" && state === "open" && due === null && text === "";
    const query = useEndpoint(listNextBookings, { query: { per_page: maxShown } }, { enabled: isVisible });
    return {
      pending: isVisible && query.isPending,
      section: isVisible && (
        <WorkBookings
          key="bookings"
          bookings={query.data?.data}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ),
    };
  },
};

interface WorkBookingsProps {
  bookings: readonly NextBooking[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

function WorkBookings({ bookings: known, error, onRetry }: WorkBookingsProps) {
  const text = useText();
  const now = useNow().getTime();
  const bookings = known?.filter(({ end_date }) => Date.parse(end_date) > now) ?? [];
  const failed = known ? null : error;
  if (bookings.length === 0 && !failed) return null;
  return (
    <section aria-label={text("dashboard.bookings")} className={classes.group}>
      <h2>{text("dashboard.bookings")}</h2>
      {failed && <ErrorState error={failed} onRetry={onRetry} />}
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
  const when = useTimeSpanText();
  const state = useBookingState()(booking);
  const pathOf = useBookingPath();
  const { title, place, car_type: carType } = booking;
  return (
    <li className={`${classes.row} ${classes.booking}`} data-row>
      <Link className={classes.title} to={pathOf(booking)} data-row-link>
        <bdi>{title ?? text("booking.busy")}</bdi>
      </Link>
      <span className={classes.booked}>
        <span>{when(booking.start_date, booking.end_date, booking.time_zone, { named: false })}</span>
        <bdi>{place ?? (carType && text(`booking.carType.${carType as "sedan"}`))}</bdi>
        {state.waits && <span data-waits>{state.text}</span>}
      </span>
    </li>
  );
}
