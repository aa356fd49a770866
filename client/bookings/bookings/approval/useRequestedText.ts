import type { RequestedBooking } from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { type CarType, carTypes } from "../../../../shared/bookings/cars/cars.schema";
import { useTimeSpanText } from "../../../platform/intl/useTimeSpanText";
import { useText } from "../../../platform/intl/useText";

type Times = Pick<RequestedBooking, "start_date" | "end_date" | "time_zone">;

export function useRequestedText() {
  const text = useText();
  const when = useTimeSpanText();
  const isKnown = (type: string): type is CarType => carTypes.some((one) => one === type);
  const typeOf = (type: string | null) =>
    type !== null && isKnown(type) ? text(`booking.carType.${type}`) : (type ?? "");
  return {
    /** In the location's time zone, with dates if start and end are on different days. */
    hours: ({ start_date, end_date, time_zone }: Times) =>
      when(start_date, end_date, time_zone, { withDay: false, named: false }),
    type: ({ car_type }: Pick<RequestedBooking, "car_type">) => typeOf(car_type),
    place: ({ place, car_type }: Pick<RequestedBooking, "place" | "car_type">) => place ?? typeOf(car_type),
    title: ({ title }: Pick<RequestedBooking, "title">) => title ?? text("booking.private"),
    /** A single day's times, or start and end over several days. The long style also names the time zone. */
    when: ({ start_date, end_date, time_zone }: Times, style: "short" | "long" = "short") =>
      when(start_date, end_date, time_zone, { style, named: style === "long" }),
    route: ({ from_place, to_place }: Pick<RequestedBooking, "from_place" | "to_place">) =>
      from_place && to_place
        ? text("reservation.route", { from: from_place, to: to_place })
        : (from_place ?? to_place ?? null),
  };
}
