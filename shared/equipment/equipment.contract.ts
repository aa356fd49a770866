import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";
import { takeAwaySchema } from "../places/affected";
import { listQueryShape, listReplyOf, recordShape } from "../places/record.contract";
import { equipmentKinds, equipmentSchema } from "./equipment.schema";

/** One piece; it goes by the permissions of rooms. */
export const equipmentReply = object({
  ...recordShape,
  name: reply.text(),
  kind: string()
    .oneOf([...equipmentKinds])
    .required(),
  building_id: reply.id(),
  building: object({ id: reply.id(), name: reply.text() }),
  color: reply.textOrNull(),
  image: reply.textOrNull(),
  /** Its building's, or the organisation's. */
  time_zone: reply.text(),
  opens_at: reply.textOrNull(),
  closes_at: reply.textOrNull(),
  open_days: array(number().required()).required(),
  auto_approve: boolean().required(),
});
export type Equipment = InferType<typeof equipmentReply>;

const byId = object({ id: pathId("equipment") });
const example = { name: "Projector 1", kind: "projector", building_id: 1 };

export const listEquipment = endpoint({
  method: "GET",
  path: "/equipment",
  summary:
    "Equipment that can be booked, by itself or along with a room; `search` looks in names, kinds and buildings.",
  permission: ["room-list", "reservation-list"],
  query: object(listQueryShape),
  long: "whole",
  reply: listReplyOf(equipmentReply),
});

export const createEquipment = endpoint({
  method: "POST",
  path: "/equipment",
  summary: "Adds a piece of equipment to a building.",
  permission: "room-create",
  body: equipmentSchema,
  reply: dataReply(equipmentReply),
  status: 201,
  example: { body: example },
});

export const updateEquipment = endpoint({
  method: "PUT",
  path: "/equipment/:id",
  summary: "Changes a piece of equipment.",
  permission: "room-edit",
  params: byId,
  body: equipmentSchema,
  reply: dataReply(equipmentReply),
  problems: ["organisation.stale"],
  example: { body: example },
});

export const deleteEquipment = endpoint({
  method: "DELETE",
  path: "/equipment/:id",
  summary:
    "Deletes a piece of equipment; it can be restored. Bookings from now on that have it are listed first, and get another or none as answered.",
  permission: "room-delete",
  params: byId,
  body: takeAwaySchema,
  reply: deletedReply,
  problems: ["organisation.inUse", "booking.taken"],
  example: { body: {} },
});

export const restoreEquipment = endpoint({
  method: "PUT",
  path: "/equipment/:id/restore",
  summary: "Brings a deleted piece of equipment back.",
  permission: "room-delete",
  params: byId,
  reply: dataReply(equipmentReply),
});

export const uploadEquipmentPhoto = endpoint({
  method: "POST",
  path: "/equipment/:id/photo",
  summary: "Gives a piece of equipment a photo, as `image`: jpeg, png, gif or svg under 2 MB. The one before is gone.",
  permission: "room-edit",
  params: byId,
  file: "image",
  reply: dataReply(equipmentReply),
  problems: ["request.invalid"],
});

export const removeEquipmentPhoto = endpoint({
  method: "DELETE",
  path: "/equipment/:id/photo",
  summary: "Takes the photo off a piece of equipment.",
  permission: "room-edit",
  params: byId,
  reply: dataReply(equipmentReply),
});
