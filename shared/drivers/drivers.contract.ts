import { array, type InferType, object } from "yup";
import { licenceClasses } from "../cars/cars.schema";
import { takeAwaySchema } from "../places/affected";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { number, string } from "../kernel/schemas";
import { listQueryShape, listReplyOf, recordShape } from "../places/record.contract";
import { driverSchema } from "./drivers.schema";

export const driverReply = object({
  ...recordShape,
  /** Null: somebody from outside. */
  user_id: reply.numberOrNull(),
  /** The person's, or the one that stands here. */
  fullname: reply.text(),
  image: reply.textOrNull(),
  phone_number: reply.textOrNull(),
  licence_classes: array(
    string()
      .oneOf([...licenceClasses])
      .required(),
  ).required(),
  licence_expires_on: reply.textOrNull(),
  works_from: reply.textOrNull(),
  works_until: reply.textOrNull(),
  work_days: array(number().required()).required(),
});
export type Driver = InferType<typeof driverReply>;

const byId = object({ id: pathId("driver") });

export const listDrivers = endpoint({
  method: "GET",
  path: "/driver",
  summary: "Drivers by name.",
  permission: ["driver-list", "reservation-approve"],
  query: object(listQueryShape),
  long: "whole",
  reply: listReplyOf(driverReply),
});

export const readDriver = endpoint({
  method: "GET",
  path: "/driver/:id",
  summary: "One driver.",
  permission: ["driver-list", "driver-edit"],
  params: byId,
  reply: dataReply(driverReply),
});

export const createDriver = endpoint({
  method: "POST",
  path: "/driver",
  summary: "Adds a driver: a person of the organisation, or somebody from outside by name.",
  permission: "driver-create",
  body: driverSchema,
  reply: dataReply(driverReply),
  status: 201,
  example: { body: { fullname: "Khalid Hamid", phone_number: "+964 750 1234567", licence_classes: ["B", "D1"] } },
});

export const updateDriver = endpoint({
  method: "PUT",
  path: "/driver/:id",
  summary: "Changes a driver.",
  permission: "driver-edit",
  params: byId,
  body: driverSchema,
  reply: dataReply(driverReply),
  problems: ["organisation.stale"],
  example: { body: { phone_number: "+964 750 7654321" } },
});

export const deleteDriver = endpoint({
  method: "DELETE",
  path: "/driver/:id",
  summary:
    "Deletes a driver; they can be restored. Their trips ahead are listed first, and given to others or cancelled as answered.",
  permission: "driver-delete",
  params: byId,
  body: takeAwaySchema,
  reply: deletedReply,
  problems: ["organisation.inUse", "booking.taken", "trip.started"],
  example: { body: {} },
});

export const restoreDriver = endpoint({
  method: "PUT",
  path: "/driver/:id/restore",
  summary: "Brings a deleted driver back.",
  permission: "driver-delete",
  params: byId,
  reply: dataReply(driverReply),
});
