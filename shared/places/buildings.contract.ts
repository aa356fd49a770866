import { array, type InferType, object } from "yup";
import { takeAwaySchema } from "./affected";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { flagField } from "./named.schema";
import { buildingSchema, floorSchema } from "./places.schema";
import { listQueryShape, listReplyOf, recordShape } from "./record.contract";
import { idField } from "../kernel/fields";

export const floorReply = object({
  ...recordShape,
  name: reply.text(),
  building_id: reply.id(),
  building: object({ id: reply.id(), name: reply.text() }),
  level: reply.number(),
  room_count: reply.number(),
});
export type Floor = InferType<typeof floorReply>;

export const buildingReply = object({
  ...recordShape,
  name: reply.text(),
  address: reply.textOrNull(),
  /** Null: the organisation's. */
  time_zone: reply.textOrNull(),
  floor_count: reply.number(),
  room_count: reply.number(),
  /** From the ground upward; with `with_floors=1` only. */
  floors: array(object({ id: reply.id(), name: reply.text(), level: reply.number() })),
});
export type Building = InferType<typeof buildingReply>;

const byId = object({ id: pathId("building") });
const floorById = object({ id: pathId("floor") });
const lists = ["building-list", "building-view", "room-list"] as const;

export const listBuildings = endpoint({
  method: "GET",
  path: "/building",
  summary: "Buildings by name; `search` looks in names and addresses, `with_floors=1` adds their floors.",
  permission: lists,
  query: object({ ...listQueryShape, with_floors: flagField() }),
  reply: listReplyOf(buildingReply),
});

export const createBuilding = endpoint({
  method: "POST",
  path: "/building",
  summary: "Adds a building.",
  permission: "building-create",
  body: buildingSchema,
  reply: dataReply(buildingReply),
  status: 201,
  example: { body: { name: "Citadel House", time_zone: "Asia/Baghdad" } },
});

export const updateBuilding = endpoint({
  method: "PUT",
  path: "/building/:id",
  summary: "Changes a building.",
  permission: "building-edit",
  params: byId,
  body: buildingSchema,
  reply: dataReply(buildingReply),
  problems: ["organisation.stale"],
  example: { body: { name: "Citadel House" } },
});

export const deleteBuilding = endpoint({
  method: "DELETE",
  path: "/building/:id",
  summary:
    "Deletes a building; it can be restored. Its floors, rooms and their bookings are listed first; with an answer for each booking they go along.",
  permission: "building-delete",
  params: byId,
  body: takeAwaySchema,
  reply: deletedReply,
  problems: ["organisation.inUse", "booking.taken", "trip.started"],
  example: { body: {} },
});

export const restoreBuilding = endpoint({
  method: "PUT",
  path: "/building/:id/restore",
  summary: "Brings a deleted building back.",
  permission: "building-delete",
  params: byId,
  reply: dataReply(buildingReply),
});

export const listFloors = endpoint({
  method: "GET",
  path: "/floor",
  summary: "Floors by building and level; of one building with `building_id`.",
  permission: lists,
  query: object({ ...listQueryShape, building_id: idField("building") }),
  reply: listReplyOf(floorReply),
});

export const createFloor = endpoint({
  method: "POST",
  path: "/floor",
  summary: "Adds a floor to a building.",
  permission: "building-create",
  body: floorSchema,
  reply: dataReply(floorReply),
  status: 201,
  example: { body: { name: "First floor", building_id: 1, level: 1 } },
});

export const updateFloor = endpoint({
  method: "PUT",
  path: "/floor/:id",
  summary: "Changes a floor; in another building its rooms come along.",
  permission: "building-edit",
  params: floorById,
  body: floorSchema,
  reply: dataReply(floorReply),
  problems: ["organisation.stale"],
  example: { body: { name: "First floor", building_id: 1 } },
});

export const deleteFloor = endpoint({
  method: "DELETE",
  path: "/floor/:id",
  summary:
    "Deletes a floor; it can be restored. Its rooms and their bookings are listed first; with an answer for each booking they go along.",
  permission: "building-delete",
  params: floorById,
  body: takeAwaySchema,
  reply: deletedReply,
  problems: ["organisation.inUse", "booking.taken", "trip.started"],
  example: { body: {} },
});

export const restoreFloor = endpoint({
  method: "PUT",
  path: "/floor/:id/restore",
  summary: "Brings a deleted floor back.",
  permission: "building-delete",
  params: floorById,
  reply: dataReply(floorReply),
});
