import { type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idField, pathId, reply, textField } from "../../kernel/fields";
import { reassignmentField } from "./affected-bookings";
import { clearableLine } from "./resource-fields.schema";

const instant = () =>
  textField(40)
    .required("field.required")
    .test(
      "instant",
      "field.day",
      (value) => !value || (/^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))),
    );

/** Exactly one of the four resource ids is required. */
export const outageSchema = object({
  room_id: idField("room"),
  car_id: idField("car"),
  driver_id: idField("driver"),
  equipment_id: idField("equipment"),
  start_date: instant(),
  end_date: instant(),
  reason: clearableLine(300),
  bookings: reassignmentField(),
});

/** Kinds of resources that can be out of order, each referenced by an id field such as `room_id`. */
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
  summary: "Lists current and upcoming outages of a room, car, driver or piece of equipment.",
  permission: reads,
  query: object({
    room_id: idField("room"),
    car_id: idField("car"),
    driver_id: idField("driver"),
    equipment_id: idField("equipment"),
  }),
  expensive: true,
  reply: dataReply(reply.list(outageReply)),
});

export const createOutage = endpoint({
  method: "POST",
  path: "/outage",
  summary:
    "Takes a room, car, driver or piece of equipment out of order for a period. Bookings in it are returned first, then moved or cancelled as requested.",
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
  summary: "Ends an outage.",
  permission: changes,
  params: object({ id: pathId("outage") }),
  reply: deletedReply,
});
