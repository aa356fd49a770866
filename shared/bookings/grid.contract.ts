import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, reply } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";
import { exampleTime, reservationReply } from "./bookings.contract";
import { bookableTypes, instantField } from "./bookings.schema";

const resourceReply = object({
  id: reply.id(),
  name: reply.text(),
  building: reply.textOrNull(),
  floor: reply.textOrNull(),
  car_type: reply.textOrNull(),
  capacity: reply.numberOrNull(),
  tools: array(string().required()).required(),
  color: reply.textOrNull(),
  image: reply.textOrNull(),
  auto_approve: boolean().required(),
  opens_at: reply.textOrNull(),
  closes_at: reply.textOrNull(),
  open_days: array(number().required()).required(),
});
export type GridResource = InferType<typeof resourceReply>;

const outageReply = object({
  id: reply.id(),
  bookable_id: reply.id(),
  start_date: reply.text(),
  end_date: reply.text(),
  reason: reply.textOrNull(),
});

export const readGrid = endpoint({
  method: "GET",
  path: "/reservations/grid",
  summary: "All rooms or cars with what is booked and out of order in a time, at the revision of their stream.",
  permission: "reservation-list",
  query: object({
    bookable_type: string()
      .oneOf([...bookableTypes], "field.oneOf")
      .required("field.required"),
    start_date: instantField().required("field.required"),
    end_date: instantField().required("field.required"),
  }),
  reply: dataReply(
    object({
      resources: array(resourceReply).required(),
      bookings: array(reservationReply).required(),
      outages: array(outageReply).required(),
      revision: reply.number(),
    }),
  ),
  example: { query: { bookable_type: "room", ...exampleTime } },
});
