import { UnstyledButton } from "@mantine/core";
import { listReservations, myReservations, type Reservation } from "../../../shared/bookings/bookings.contract";
import { holds } from "../../../shared/bookings/bookings.rules";
import type { BookableType } from "../../../shared/bookings/bookings.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { dayOf, useToday } from "../../platform/today";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { Clip } from "../../ui/signs/Clip";
import { useBookingWords } from "../grid/Block";
import { dayStart } from "../grid/grid.time";
import classes from "./BookingDays.module.css";

/** What one has booked oneself, or is invited to, from today on; `booking.mine` keeps it true. Read when it is looked at. */
export function useMyBookings(kind: BookableType, enabled: boolean) {
  const from = dayStart(useToday()).toISOString();
  return useEndpoint(myReservations, { query: { bookable_type: kind, start_date: from } }, { enabled });
}

/** Trips that wait for a car from whoever looks, from today on; not asked for by who isn't asked about any. */
export function useToAssign(kind: BookableType) {
  const enabled = useCan()("reservation-approve") && kind === "car";
  const from = dayStart(useToday()).toISOString();
  const query = useEndpoint(listReservations, { query: { bookable_type: "car", start_date: from } }, { enabled });
  return { enabled, query, count: query.data?.data.filter(({ can }) => can.approve).length ?? 0 };
}

interface BookingDaysProps {
  query: ReturnType<typeof useMyBookings>;
  /** To assign, instead of one's own. */
  assigns: boolean;
  placeOf: (booking: Reservation) => string | null;
  onOpen: (booking: Reservation) => void;
}

/** Bookings by days, the next first. */
export function BookingDays({ query, assigns, placeOf, onOpen }: BookingDaysProps) {
  const text = useText();
  const format = useFormat();
  const now = useNow().getTime();
  return (
    <QueryBoundary query={query} failed={text("booking.failed")}>
      {({ data }) => {
        // What ends while one looks is over without anybody saying so.
        const ahead = data.filter(
          (booking) => holds(booking) && Date.parse(booking.end_date) > now && (!assigns || booking.can.approve),
        );
        if (ahead.length === 0) return <Nothing assigns={assigns} />;
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

function Nothing({ assigns }: { assigns: boolean }) {
  const text = useText();
  return assigns ? (
    <EmptyState title={text("booking.assign.none")} text={text("booking.assign.noneWhy")} />
  ) : (
    <EmptyState title={text("dashboard.bookings.none")} text={text("dashboard.bookings.none.why")} />
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
          <bdi>{place ?? (booking.car_type && text(`booking.carType.${booking.car_type as "sedan"}`))}</bdi>
          {booking.seats !== null && <span>{text("booking.seats", { count: booking.seats })}</span>}
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
