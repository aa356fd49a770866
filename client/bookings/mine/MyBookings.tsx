import { UnstyledButton } from "@mantine/core";
import { myReservations, type Reservation } from "../../../shared/bookings/bookings.contract";
import { holds } from "../../../shared/bookings/bookings.rules";
import type { BookableType } from "../../../shared/bookings/bookings.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useEndpoint } from "../../platform/query";
import { dayOf, useToday } from "../../platform/today";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { Clip } from "../../ui/signs/Clip";
import { useBookingWords } from "../grid/Block";
import { dayStart } from "../grid/grid.time";
import classes from "./MyBookings.module.css";

/** What one has booked oneself, or is invited to, from today on; `booking.mine` keeps it true. Read when it is looked at. */
export function useMyBookings(kind: BookableType, enabled: boolean) {
  const from = dayStart(useToday()).toISOString();
  return useEndpoint(myReservations, { query: { bookable_type: kind, start_date: from } }, { enabled });
}

interface MyBookingsProps {
  query: ReturnType<typeof useMyBookings>;
  placeOf: (booking: Reservation) => string | null;
  onOpen: (booking: Reservation) => void;
}

/** One's own bookings by days, the next first. */
export function MyBookings({ query, placeOf, onOpen }: MyBookingsProps) {
  const text = useText();
  const format = useFormat();
  const now = useNow().getTime();
  return (
    <QueryBoundary query={query} failed={text("booking.failed")}>
      {({ data }) => {
        // What ends while one looks is over without anybody saying so.
        const ahead = data.filter((booking) => holds(booking) && Date.parse(booking.end_date) > now);
        if (ahead.length === 0) {
          return <EmptyState title={text("dashboard.bookings.none")} text={text("dashboard.bookings.none.why")} />;
        }
        return (
          <div className={classes.days}>
            {[...byDay(ahead)].map(([day, bookings]) => (
              <section key={day} aria-label={format.day(day, "long")}>
                <h2>{format.day(day, "long")}</h2>
                <ul>
                  {bookings.map((booking) => (
                    <li key={booking.id}>
                      <Entry booking={booking} place={placeOf(booking)} onOpen={onOpen} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        );
      }}
    </QueryBoundary>
  );
}

interface EntryProps {
  booking: Reservation;
  place: string | null;
  onOpen: (booking: Reservation) => void;
}

function Entry({ booking, place, onOpen }: EntryProps) {
  const text = useText();
  const words = useBookingWords();
  return (
    <UnstyledButton className={classes.entry} data-booking={booking.id} onClick={() => onOpen(booking)}>
      <span className={classes.time}>{words.time(booking.start_date, booking.end_date)}</span>
      <span className={classes.what}>
        <b>
          <Clip>{booking.title ?? text("booking.busy")}</Clip>
        </b>
        <span>
          {place && <bdi>{place}</bdi>}
          <span>{words.who(booking)}</span>
        </span>
      </span>
      <span className={classes.state} data-pending={booking.status === "pending" || undefined}>
        {text(`booking.status.${booking.status}`)}
      </span>
    </UnstyledButton>
  );
}

function byDay(bookings: readonly Reservation[]): Map<string, Reservation[]> {
  const days = new Map<string, Reservation[]>();
  for (const booking of bookings) {
    const day = dayOf(new Date(booking.start_date));
    days.set(day, [...(days.get(day) ?? []), booking]);
  }
  return days;
}
