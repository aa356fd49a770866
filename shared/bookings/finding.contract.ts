import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, lineField, reply, wholeNumber } from "../kernel/fields";
import { number, string } from "../kernel/schemas";
import { exampleTime } from "./bookings.contract";
import { bookableTypes, instantField } from "./bookings.schema";

const freeReply = object({
  bookable_id: reply.id(),
  name: reply.text(),
  building: reply.textOrNull(),
  floor: reply.textOrNull(),
  car_type: reply.textOrNull(),
  /** How many it takes. */
  capacity: reply.numberOrNull(),
  tools: array(string().required()).required(),
  start_date: reply.text(),
  end_date: reply.text(),
  /** How much later than asked for: half an hour, or minus half an hour. */
  minutes_off: number().required(),
});
export type FreeResource = InferType<typeof freeReply>;

export const findFree = endpoint({
  method: "GET",
  path: "/reservations/free",
  summary:
    "Time first: what is free for so many people with such equipment, the best fit first; else half an hour either side.",
  permission: "reservation-list",
  query: object({
    bookable_type: string()
      .oneOf([...bookableTypes], "field.oneOf")
      .required("field.required"),
    start_date: instantField().required("field.required"),
    end_date: instantField().required("field.required"),
    people: wholeNumber(1, 100_000),
    /** With commas between them; of equipment its kinds. */
    tools: lineField(500),
    car_type: lineField(40),
  }),
  reply: dataReply(array(freeReply).required()),
  example: { query: { bookable_type: "room", ...exampleTime } },
});
