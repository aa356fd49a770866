import { UnstyledButton } from "@mantine/core";
import { useMemo } from "react";
import {
  listBookings,
  listMyBookings,
  type BookingWithPermissions,
} from "../../../../shared/bookings/bookings/bookings.contract";
import { occupiesResource } from "../../../../shared/bookings/bookings/bookings.rules";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { localDayAt, localDayStartAt } from "../../../../shared/kernel/wall-clock";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useNow } from "../../../platform/now";
import { useEndpoint } from "../../../platform/query";
import { useCan, useCurrentUser } from "../../../platform/session";
import { EmptyState } from "../../../ui/states/EmptyState";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { type LingeringRow, useLingeringRows } from "../../../ui/kept/useLingeringRows";
import { bookingRowKey } from "../approval/DecideBooking";
import { DecidedNote } from "../../../undo/DecidedNote";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { useBookingText } from "../grid/BookingBlock";
import { useBookingState } from "../useBookingState";
import classes from "./BookingDays.module.css";

function useTodaysStart(): string {
  const timeZone = useCurrentUser().tenant.time_zone;
  return new Date(localDayStartAt(localDayAt(useNow().getTime(), timeZone), timeZone)).toISOString();
}

/** The user's own bookings and invitations from today on, kept current by `booking.mine`. */
export function useMyBookings(kind: BookableType, enabled: boolean) {
  const from = useTodaysStart();
  return useEndpoint(listMyBookings, { query: { bookable_type: kind, start_date: from } }, { enabled });
}

/** Trips from today on that the user may assign a car to; queried only with the permission. */
export function useTripsToAssign(kind: BookableType) {
  const enabled = useCan()("reservation-approve") && kind === "car";
  const from = useTodaysStart();
  const query = useEndpoint(listBookings, { query: { bookable_type: "car", start_date: from } }, { enabled });
  return { enabled, query, count: query.data?.data.filter(({ can }) => can.approve).length ?? 0 };
}

interface BookingDaysProps {
  query: ReturnType<typeof useMyBookings>;
  showsTripsToAssign: boolean;
  placeOf: (booking: BookingWithPermissions) => string | null;
  onOpen: (booking: BookingWithPermissions) => void;
}

export function BookingDays({ query, showsTripsToAssign, placeOf, onOpen }: BookingDaysProps) {
  const text = useText();
  const now = useNow().getTime();
  return (
    <QueryBoundary query={query} failed={text("booking.failed")}>
      {({ data }) => {
        // Bookings that ended while the page was open are removed here, because no event is emitted for their end.
        const ahead = data.filter(
          (booking) =>
            occupiesResource(booking) &&
            Date.parse(booking.end_date) > now &&
            (!showsTripsToAssign || booking.can.approve),
        );
        return (
          <Days
            key={String(showsTripsToAssign)}
            bookings={ahead}
            showsTripsToAssign={showsTripsToAssign}
            placeOf={placeOf}
            onOpen={onOpen}
          />
        );
      }}
    </QueryBoundary>
  );
}

/** Keeps decided bookings in their position for some seconds before they disappear. */
function Days({
  bookings,
  showsTripsToAssign,
  placeOf,
  onOpen,
}: Omit<BookingDaysProps, "query"> & { bookings: BookingWithPermissions[] }) {
  const format = useFormat();
  const year = String(useNow().getFullYear());
  const ids = bookings.map(({ id, version }) => `${id} ${version}`).join();
  // Keeps the list's identity as long as it contains the same bookings and versions.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ids` represents the bookings
  const listed = useMemo(() => bookings, [ids]);
  const { rows, hold } = useLingeringRows(listed, ({ id }) => id, showsTripsToAssign ? "" : null);
  if (rows.length === 0) return <NoBookings showsTripsToAssign={showsTripsToAssign} />;
  const dayName = (day: string) => format.day(day, day.startsWith(year) ? "long" : "longYear");
  return (
    <div className={classes.days} {...hold}>
      {[...byDay(rows)].map(([day, kept]) => (
        <section key={day} aria-label={dayName(day)}>
          <h2>{dayName(day)}</h2>
          <ul>
            {kept.map(({ row: booking, isRemoved }) => (
              <li key={booking.id}>
                {isRemoved ? (
                  <span className={classes.entry} data-gone>
                    <DecidedNote row={bookingRowKey(booking.id)} />
                  </span>
                ) : (
                  <Entry booking={booking} place={placeOf(booking)} onOpen={onOpen} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function NoBookings({ showsTripsToAssign }: { showsTripsToAssign: boolean }) {
  const text = useText();
  return showsTripsToAssign ? (
    <EmptyState title={text("booking.assign.none")} text={text("booking.assign.noneWhy")} />
  ) : (
    <EmptyState title={text("dashboard.bookings.none")} text={text("dashboard.bookings.none.why")} />
  );
}

interface EntryProps {
  booking: BookingWithPermissions;
  place: string | null;
  onOpen: (booking: BookingWithPermissions) => void;
}

function Entry({ booking, place, onOpen }: EntryProps) {
  const text = useText();
  const words = useBookingText();
  const state = useBookingState()(booking);
  return (
    <UnstyledButton className={classes.entry} data-booking={booking.id} onClick={() => onOpen(booking)}>
      <span className={classes.time}>{words.time(booking.start_date, booking.end_date, booking.time_zone)}</span>
      <span className={classes.what}>
        <b>
          <TruncatedName>{booking.title ?? text("booking.busy")}</TruncatedName>
        </b>
        <span>
          <bdi>{place ?? (booking.car_type && text(`booking.carType.${booking.car_type as "sedan"}`))}</bdi>
          {booking.seats !== null && <span>{text("booking.seats", { count: booking.seats })}</span>}
          <span>{words.who(booking)}</span>
        </span>
      </span>
      <span className={classes.state} data-pending={state.waits || undefined}>
        {state.text}
      </span>
    </UnstyledButton>
  );
}

type LingeringBooking = LingeringRow<BookingWithPermissions>;

function byDay(bookings: readonly LingeringBooking[]): Map<string, LingeringBooking[]> {
  const days = new Map<string, LingeringBooking[]>();
  for (const lingeringRow of bookings) {
    const day = localDayAt(Date.parse(lingeringRow.row.start_date), lingeringRow.row.time_zone);
    days.set(day, [...(days.get(day) ?? []), lingeringRow]);
  }
  return days;
}
