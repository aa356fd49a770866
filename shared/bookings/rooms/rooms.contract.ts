import { array, type InferType, object } from "yup";
import { idField, reply } from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";
import { flagField } from "../resources/resource-fields.schema";
import { roomAudiences, roomSchema } from "./rooms.schema";
import { listShape, resourceCalls, resourceShape } from "../resources/resources.contract";

const ref = () => object({ id: reply.id(), name: reply.text() });

export const roomReply = object({
  ...resourceShape,
  name: reply.text(),
  building_id: reply.id(),
  floor_id: reply.id(),
  building: ref(),
  floor: ref().shape({ level: reply.number() }),
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
  /** Whether a booking that awaits approval blocks the room. */
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
  hourly_rate: reply.textOrNull(),
});
export type Room = InferType<typeof roomReply>;

export const maxRooms = 5_000;

export const {
  list: listRooms,
  create: createRoom,
  update: updateRoom,
  remove: deleteRoom,
  restore: restoreRoom,
  uploadPhoto: uploadRoomPhoto,
  removePhoto: removeRoomPhoto,
} = resourceCalls({
  noun: "room",
  called: "a room",
  list: {
    summary: "Lists rooms by building, floor and name. `search` matches names, tools, buildings and floors.",
    permission: ["room-list", "reservation-list"],
    query: object({
      ...listShape,
      building_id: idField("building"),
      floor_id: idField("floor"),
      /** Accepted for old clients; building and floor are always included. */
      with_building: flagField(),
      with_floor: flagField(),
    }),
    expensive: "unlessPaged",
  },
  limit: maxRooms,
  body: roomSchema,
  reply: roomReply,
  example: { name: "Citadel", building_id: 1, floor_id: 1, capacity: 12, tools: ["screen"] },
  updateExample: { name: "Citadel", building_id: 1, floor_id: 1 },
  summaries: {
    create: "Creates a room on a floor.",
    update: "Updates a room. Omitted fields and existing bookings are unchanged.",
  },
  removal: "Its upcoming bookings are returned first, then moved or cancelled as requested.",
});
