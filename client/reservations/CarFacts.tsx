import type { Reservation } from "../../shared/bookings/bookings.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useAskedWords } from "./useAskedWords";

/** What a booking of a car asks for, in a list of facts: its type, how many drive along, from where to where, and with whom. */
export function CarFacts({ booking }: { booking: Reservation }) {
  const text = useText();
  const { number } = useFormat();
  const words = useAskedWords();
  if (booking.bookable_type !== "car") return null;
  const route = words.route(booking);
  return (
    <>
      <dt>{text("booking.carType")}</dt>
      <dd>{words.type(booking)}</dd>
      {booking.seats !== null && (
        <>
          <dt>{text("booking.seatsNeeded")}</dt>
          <dd>{number(booking.seats)}</dd>
        </>
      )}
      {route && (
        <>
          <dt>{text("reservation.way")}</dt>
          <dd>
            <bdi>{route}</bdi>
          </dd>
        </>
      )}
      {booking.purpose && (
        <>
          <dt>{text("booking.purpose")}</dt>
          <dd>
            <bdi>{booking.purpose}</bdi>
          </dd>
        </>
      )}
      <dt>{text("reservation.driver")}</dt>
      <dd>{text(booking.driver_needed ? "reservation.driverWanted" : "reservation.drivesOneself")}</dd>
    </>
  );
}
