import type { AskedBooking } from "../../shared/reservations/booking-requests.contract";
import { type CarType, carTypes } from "../../shared/cars/cars.schema";
import { useFormat, useText } from "../platform/intl/useText";

type Times = Pick<AskedBooking, "start_date" | "end_date">;

/** What is asked for, in words. */
export function useAskedWords() {
  const text = useText();
  const { day, time } = useFormat();
  const isKnown = (type: string): type is CarType => carTypes.some((one) => one === type);
  const typeOf = (type: string | null) =>
    type !== null && isKnown(type) ? text(`booking.carType.${type}`) : (type ?? "");
  const hours = ({ start_date, end_date }: Times) =>
    text("booking.span", { from: time(start_date), until: time(end_date) });
  return {
    hours,
    /** Of which type a car is asked for. */
    type: ({ car_type }: Pick<AskedBooking, "car_type">) => typeOf(car_type),
    /** Which room or car, else of which type. */
    place: ({ place, car_type }: Pick<AskedBooking, "place" | "car_type">) => place ?? typeOf(car_type),
    title: ({ title }: Pick<AskedBooking, "title">) => title ?? text("booking.private"),
    /** On one day its hours; over several, when it begins and ends. */
    when: (times: Times, style: "short" | "long" = "short") => {
      const [from, until] = [new Date(times.start_date), new Date(times.end_date)];
      if (from.toDateString() === until.toDateString()) return `${day(from, style)}, ${hours(times)}`;
      const at = (moment: Date) => `${day(moment, "short")}, ${time(moment)}`;
      return text("booking.span", { from: at(from), until: at(until) });
    },
    route: ({ from_place, to_place }: Pick<AskedBooking, "from_place" | "to_place">) =>
      from_place && to_place
        ? text("reservation.route", { from: from_place, to: to_place })
        : (from_place ?? to_place ?? null),
  };
}
