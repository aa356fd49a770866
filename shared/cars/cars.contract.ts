import { array, type InferType, object } from "yup";
import { takeAwaySchema } from "../places/affected";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { string } from "../kernel/schemas";
import { listQueryShape, listReplyOf, recordShape } from "../places/record.contract";
import { carSchema, carTypes, licenceClasses } from "./cars.schema";

const typeReply = () =>
  string()
    .oneOf([...carTypes])
    .required();

export const carReply = object({
  ...recordShape,
  name: reply.text(),
  type: typeReply(),
  plate_number: reply.text(),
  color: reply.textOrNull(),
  seats: reply.numberOrNull(),
  licence_class: string()
    .oneOf([...licenceClasses])
    .required(),
  image: reply.textOrNull(),
  insured_until: reply.textOrNull(),
  inspected_until: reply.textOrNull(),
  mileage: reply.number(),
  /** In the currency of the organisation. */
  hourly_rate: reply.textOrNull(),
});
export type Car = InferType<typeof carReply>;

const byId = object({ id: pathId("car") });
const reads = ["car-list", "reservation-list"] as const;

export const listCars = endpoint({
  method: "GET",
  path: "/car",
  summary: "Cars by name; `search` looks in names, plates and types.",
  permission: reads,
  query: object({ ...listQueryShape, type: string().oneOf([...carTypes], "field.oneOf") }),
  long: "whole",
  reply: listReplyOf(carReply),
});

export const carTypeChoices = endpoint({
  method: "GET",
  path: "/car/types",
  summary: "Types of cars in the caller's language, as the two clients take them.",
  permission: reads,
  reply: object({
    message: string(),
    carTypesWeb: array(object({ value: typeReply(), label: reply.text() })).required(),
    carTypesMobile: array(object({ id: typeReply(), name: reply.text() })).required(),
  }),
});

export const createCar = endpoint({
  method: "POST",
  path: "/car",
  summary: "Adds a car.",
  permission: "car-create",
  body: carSchema,
  reply: dataReply(carReply),
  status: 201,
  example: { body: { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", seats: 9 } },
});

export const updateCar = endpoint({
  method: "PUT",
  path: "/car/:id",
  summary: "Changes a car.",
  permission: "car-edit",
  params: byId,
  body: carSchema,
  reply: dataReply(carReply),
  problems: ["organisation.stale"],
  example: { body: { name: "Ford Transit", type: "minibus", plate_number: "22 E 4418" } },
});

export const deleteCar = endpoint({
  method: "DELETE",
  path: "/car/:id",
  summary:
    "Deletes a car; it can be restored. Its trips ahead are listed first, and given to other cars or cancelled as answered.",
  permission: "car-delete",
  params: byId,
  body: takeAwaySchema,
  reply: deletedReply,
  problems: ["organisation.inUse", "booking.taken", "trip.started"],
  example: { body: {} },
});

export const restoreCar = endpoint({
  method: "PUT",
  path: "/car/:id/restore",
  summary: "Brings a deleted car back.",
  permission: "car-delete",
  params: byId,
  reply: dataReply(carReply),
});

export const uploadCarPhoto = endpoint({
  method: "POST",
  path: "/car/:id/photo",
  summary: "Gives a car a photo, as `image`: jpeg, png, gif or svg under 2 MB. The one before is gone.",
  permission: "car-edit",
  params: byId,
  file: "image",
  reply: dataReply(carReply),
  problems: ["request.invalid"],
});

export const removeCarPhoto = endpoint({
  method: "DELETE",
  path: "/car/:id/photo",
  summary: "Takes the photo off a car.",
  permission: "car-edit",
  params: byId,
  reply: dataReply(carReply),
});
