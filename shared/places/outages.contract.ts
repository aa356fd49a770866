import { type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, idField, pathId, reply } from "../kernel/fields";
import { outageSchema } from "./places.schema";

/** What can be out of order, each named by its id: `room_id`. */
export const outageKinds = ["room", "car", "driver", "equipment"] as const;
export type OutageKind = (typeof outageKinds)[number];

export const outageReply = object({
  id: reply.id(),
  room_id: reply.numberOrNull(),
  car_id: reply.numberOrNull(),
  driver_id: reply.numberOrNull(),
  equipment_id: reply.numberOrNull(),
  start_date: reply.text(),
  end_date: reply.text(),
  reason: reply.textOrNull(),
});
export type Outage = InferType<typeof outageReply>;

const reads = ["room-list", "car-list", "driver-list", "reservation-list"] as const;
const changes = ["room-edit", "car-edit", "driver-edit"] as const;

export const listOutages = endpoint({
  method: "GET",
  path: "/outage",
  summary: "When a room, a car, a driver or a piece of equipment is out of order: what isn't over yet.",
  permission: reads,
  query: object({
    room_id: idField("room"),
    car_id: idField("car"),
    driver_id: idField("driver"),
    equipment_id: idField("equipment"),
  }),
  long: true,
  reply: dataReply(reply.list(outageReply)),
});

export const createOutage = endpoint({
  method: "POST",
  path: "/outage",
  summary:
    "Takes a room, a car, a driver or a piece of equipment out of order from … to …. Bookings of that time are listed first, and moved or cancelled as answered.",
  permission: changes,
  body: outageSchema,
  reply: dataReply(outageReply),
  status: 201,
  problems: ["outage.booked", "booking.taken", "trip.started"],
  example: { body: { car_id: 1, start_date: "2031-05-05T06:00:00Z", end_date: "2031-05-06T18:00:00Z" } },
});

export const deleteOutage = endpoint({
  method: "DELETE",
  path: "/outage/:id",
  summary: "Back in order.",
  permission: changes,
  params: object({ id: pathId("outage") }),
  reply: deletedReply,
});
