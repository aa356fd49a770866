import { readBookingRequest } from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";

export function OfferedCar({ id }: { id: number }) {
  const text = useText();
  const request = useEndpoint(readBookingRequest, { params: { id } }).data?.data;
  if (!request || request.choices.cars.length === 0) return null;
  const { cars, drivers, car_id, driver_id } = request.choices;
  const car = cars.find((one) => one.id === car_id);
  const driver = drivers.find((one) => one.id === driver_id);
  if (!car) return <p>{text("reservation.noneFits")}</p>;
  return (
    <p>
      <bdi>{car.name}</bdi>
      {driver && (
        <>
          {" · "}
          <bdi>{driver.name}</bdi>
        </>
      )}
    </p>
  );
}
