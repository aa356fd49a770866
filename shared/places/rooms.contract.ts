import { array, type InferType, object } from "yup";
import { takeAwaySchema } from "./affected";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, idField, pathId, reply } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";
import { flagField } from "./named.schema";
import { roomAudiences, roomSchema } from "./places.schema";
import { listQueryShape, listReplyOf, recordShape } from "./record.contract";

const ref = () => object({ id: reply.id(), name: reply.text() });

export const roomReply = object({
  ...recordShape,
  name: reply.text(),
  building_id: reply.id(),
  floor_id: reply.id(),
  building: ref(),
  floor: ref().shape({ level: reply.number() }),
  /** Its building's, or the organisation's. */
  time_zone: reply.text(),
  area: reply.numberOrNull(),
  capacity: reply.numberOrNull(),
  tools: array(reply.text()).required(),
  color: reply.textOrNull(),
  image: reply.textOrNull(),
  opens_at: reply.textOrNull(),
  closes_at: reply.textOrNull(),
  open_days: array(number().required()).required(),
  auto_approve: boolean().required(),
  /** Where bookings are decided: whether they hold the room until then. */
  pending_blocks: boolean().required(),
  audience: string()
    .oneOf([...roomAudiences])
    .required(),
  group_ids: array(number().required()).required(),
  department_ids: array(number().required()).required(),
  notice_minutes: reply.number(),
  ahead_days: reply.numberOrNull(),
  longest_minutes: reply.numberOrNull(),
  buffer_before_minutes: reply.number(),
  buffer_after_minutes: reply.number(),
  cross_day: boolean().required(),
  check_in_minutes: reply.numberOrNull(),
  /** In the currency of the organisation. */
  hourly_rate: reply.textOrNull(),
});
export type Room = InferType<typeof roomReply>;

const byId = object({ id: pathId("room") });

export const listRooms = endpoint({
  method: "GET",
  path: "/room",
  summary: "Rooms by building, floor and name. `search` looks in names, tools, buildings and floors.",
  permission: ["room-list", "reservation-list"],
  query: object({
    ...listQueryShape,
    building_id: idField("building"),
    floor_id: idField("floor"),
    /** Taken from old clients: both are always there. */
    with_building: flagField(),
    with_floor: flagField(),
  }),
  long: "whole",
  reply: listReplyOf(roomReply),
});

export const createRoom = endpoint({
  method: "POST",
  path: "/room",
  summary: "Adds a room to a floor.",
  permission: "room-create",
  body: roomSchema,
  reply: dataReply(roomReply),
  status: 201,
  example: { body: { name: "Citadel", building_id: 1, floor_id: 1, capacity: 12, tools: ["screen"] } },
});

export const updateRoom = endpoint({
  method: "PUT",
  path: "/room/:id",
  summary: "Changes a room. Bookings that are made already stay as they are.",
  permission: "room-edit",
  params: byId,
  body: roomSchema,
  reply: dataReply(roomReply),
  problems: ["organisation.stale"],
  example: { body: { name: "Citadel", building_id: 1, floor_id: 1 } },
});

export const deleteRoom = endpoint({
  method: "DELETE",
  path: "/room/:id",
  summary:
    "Deletes a room; it can be restored. Bookings from now on are listed first, and moved or cancelled as answered.",
  permission: "room-delete",
  params: byId,
  body: takeAwaySchema,
  reply: deletedReply,
  problems: ["organisation.inUse", "booking.taken", "trip.started"],
  example: { body: {} },
});

export const restoreRoom = endpoint({
  method: "PUT",
  path: "/room/:id/restore",
  summary: "Brings a deleted room back.",
  permission: "room-delete",
  params: byId,
  reply: dataReply(roomReply),
});

export const uploadRoomPhoto = endpoint({
  method: "POST",
  path: "/room/:id/photo",
  summary: "Gives a room a photo, as `image`: jpeg, png, gif or svg under 2 MB. The one before is gone.",
  permission: "room-edit",
  params: byId,
  file: "image",
  reply: dataReply(roomReply),
  problems: ["request.invalid"],
});

export const removeRoomPhoto = endpoint({
  method: "DELETE",
  path: "/room/:id/photo",
  summary: "Takes the photo off a room.",
  permission: "room-edit",
  params: byId,
  reply: dataReply(roomReply),
});
