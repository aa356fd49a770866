import { array, type InferType, object } from "yup";
import { idField, reply } from "../../kernel/fields";
import { flagField } from "../resources/resource-fields.schema";
import { buildingSchema, floorSchema } from "./rooms.schema";
import { listShape, resourceCalls, resourceShape } from "../resources/resources.contract";

export const floorReply = object({
  ...resourceShape,
  name: reply.text(),
  building_id: reply.id(),
  building: object({ id: reply.id(), name: reply.text() }),
  level: reply.number(),
  room_count: reply.number(),
});
export type Floor = InferType<typeof floorReply>;

export const buildingReply = object({
  ...resourceShape,
  name: reply.text(),
  address: reply.textOrNull(),
  time_zone: reply.textOrNull(),
  floor_count: reply.number(),
  room_count: reply.number(),
  /** Floors from the lowest to the highest level; only with `with_floors=1`. */
  floors: array(object({ id: reply.id(), name: reply.text(), level: reply.number() })),
});
export type Building = InferType<typeof buildingReply>;

export const maxBuildings = 2_000;
export const maxFloors = 5_000;

const lists = ["building-list", "building-view", "room-list"] as const;

export const {
  list: listBuildings,
  create: createBuilding,
  update: updateBuilding,
  remove: deleteBuilding,
  restore: restoreBuilding,
} = resourceCalls({
  noun: "building",
  called: "a building",
  list: {
    summary: "Lists buildings by name. `search` matches names and addresses; `with_floors=1` adds their floors.",
    permission: lists,
    query: object({ ...listShape, with_floors: flagField() }),
  },
  limit: maxBuildings,
  body: buildingSchema,
  reply: buildingReply,
  example: { name: "Citadel House", time_zone: "Asia/Baghdad" },
  updateExample: { name: "Citadel House" },
  removal: "Its floors, rooms and bookings are returned first; with an answer for each booking they are deleted too.",
});

export const {
  list: listFloors,
  create: createFloor,
  update: updateFloor,
  remove: deleteFloor,
  restore: restoreFloor,
} = resourceCalls({
  noun: "floor",
  permissions: "building",
  called: "a floor",
  list: {
    summary: "Lists floors by building and level; of one building with `building_id`.",
    permission: lists,
    query: object({ ...listShape, building_id: idField("building") }),
  },
  limit: maxFloors,
  body: floorSchema,
  reply: floorReply,
  example: { name: "First floor", building_id: 1, level: 1 },
  updateExample: { name: "First floor", building_id: 1 },
  summaries: {
    create: "Creates a floor in a building.",
    update: "Updates a floor. Its rooms move along to another building.",
  },
  removal: "Its rooms and bookings are returned first; with an answer for each booking they are deleted too.",
});
