import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, lineField, reply, wholeNumber } from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";
import { exampleBookingTime } from "./bookings.contract";
import { bookableTypes, instantField } from "./bookings.schema";

const freeReply = object({
  bookable_id: reply.id(),
  name: reply.text(),
  building: reply.textOrNull(),
  floor: reply.textOrNull(),
  car_type: reply.textOrNull(),
  capacity: reply.numberOrNull(),
  tools: array(string().required()).required(),
  start_date: reply.text(),
  end_date: reply.text(),
  time_zone: reply.text(),
  /** Offset in minutes from the requested start, e.g. 30 or -30. */
  minutes_off: number().required(),
  needs_approval: boolean().required(),
});
export type FreeResource = InferType<typeof freeReply>;

export const findFree = endpoint({
  method: "GET",
  path: "/reservations/free",
  summary:
    "Finds free rooms, cars or equipment for a time, a number of people and equipment, best match first, otherwise up to half an hour earlier or later.",
  permission: "reservation-list",
  query: object({
    bookable_type: string()
      .oneOf([...bookableTypes], "field.oneOf")
      .required("field.required"),
    start_date: instantField().required("field.required"),
    end_date: instantField().required("field.required"),
    people: wholeNumber(1, 100_000),
    /** Comma-separated tools of the room, or kinds of equipment. */
    tools: lineField(500),
    car_type: lineField(40),
  }),
  reply: dataReply(array(freeReply).required()),
  example: { query: { bookable_type: "room", ...exampleBookingTime } },
});
