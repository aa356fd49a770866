import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, reply } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { bookingReply, canReply, exampleTime, participantAnswer } from "./bookings.contract";
import { bookableTypes, instantField } from "./bookings.schema";

const resourceReply = object({
  id: reply.id(),
  name: reply.text(),
  building: reply.textOrNull(),
  floor: reply.textOrNull(),
  car_type: reply.textOrNull(),
  plate_number: reply.textOrNull(),
  equipment_kind: reply.textOrNull(),
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

/** What most bookings have: it isn't said. Nor is what is kept free around one where it is nothing, or a list that is empty. */
export const usualBooking = {
  bookable_id: null,
  title: null,
  note: null,
  private: false,
  car_type: null,
  seats: null,
  from_place: null,
  to_place: null,
  purpose: null,
  driver_needed: false,
  car_id: null,
  driver_id: null,
  status: "approved",
  decision_reason: null,
  series_id: null,
  basket_id: null,
  checked_in_at: null,
  released_at: null,
  version: 1,
} as const;
const usual = Object.keys(usualBooking) as (keyof typeof usualBooking)[];

/** A booking of the grid: people and equipment by their ids, rights by their place in `rights`. */
const gridBookingReply = object({
  id: reply.id(),
  start_date: reply.text(),
  end_date: reply.text(),
  busy_from: string(),
  busy_until: string(),
  /** Where it isn't the grid's: a room that takes along what the grid shows. */
  bookable_type: string().oneOf([...bookableTypes]),
  equipment: array(number().required()),
  requester: number(),
  participants: array(object({ id: reply.id(), answer: participantAnswer() })),
  can: reply.number(),
}).concat(bookingReply.pick(usual).partial());
export type GridBooking = InferType<typeof gridBookingReply>;

export const readGrid = endpoint({
  method: "GET",
  path: "/reservations/grid",
  summary:
    "All rooms, cars or pieces of equipment with what is booked and out of order in a time, at the revision of their stream.",
  permission: "reservation-list",
  query: object({
    bookable_type: string()
      .oneOf([...bookableTypes], "field.oneOf")
      .required("field.required"),
    start_date: instantField().required("field.required"),
    end_date: instantField().required("field.required"),
  }),
  long: true,
  reply: dataReply(
    object({
      resources: array(resourceReply).required(),
      bookable_type: string()
        .oneOf([...bookableTypes])
        .required(),
      bookings: array(gridBookingReply).required(),
      people: array(personReply).required(),
      equipment: array(object({ id: reply.id(), name: reply.text() })).required(),
      rights: array(canReply).required(),
      outages: array(outageReply).required(),
      revision: reply.number(),
    }),
  ),
  example: { query: { bookable_type: "room", ...exampleTime } },
});
