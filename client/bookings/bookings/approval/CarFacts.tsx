import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { phoneLink } from "../../../../shared/kernel/contact-links";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useRequestedText } from "./useRequestedText";

interface CarFactsProps {
  booking: BookingWithPermissions;
  /** Null if not assigned yet, or if the requester drives. */
  driver: { fullname: string; phone_number: string | null } | null;
}

export function CarFacts({ booking, driver }: CarFactsProps) {
  const text = useText();
  const { number } = useFormat();
  const words = useRequestedText();
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
      <dd>
        {driver ? (
          <>
            <bdi>{driver.fullname}</bdi>
            {driver.phone_number && (
              <>
                {" · "}
                <a href={phoneLink(driver.phone_number)} aria-label={text("trip.call", { name: driver.fullname })}>
                  <bdi dir="ltr">{driver.phone_number}</bdi>
                </a>
              </>
            )}
          </>
        ) : (
          text(booking.driver_needed ? "reservation.driverWanted" : "reservation.drivesOneself")
        )}
      </dd>
    </>
  );
}
