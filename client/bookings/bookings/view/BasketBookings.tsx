import { readBooking, type BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";

export function BasketBookings({ booking }: { booking: BookingWithPermissions }) {
  const text = useText();
  const { data } = useEndpoint(readBooking, { params: { id: booking.id } }, { enabled: booking.basket_id !== null });
  const together = data?.data.together ?? [];
  if (together.length === 0) return null;
  return (
    <>
      <dt>{text("booking.basket.also")}</dt>
      {together.map(({ id, place, car_type, status }) => (
        <dd key={id}>
          {text("booking.basket.one", {
            place: place ?? text(`booking.carType.${(car_type ?? "sedan") as "sedan"}`),
            status: text(`booking.status.${status}`),
          })}
        </dd>
      ))}
    </>
  );
}
