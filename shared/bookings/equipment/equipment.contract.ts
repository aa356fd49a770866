import { array, type InferType, object } from "yup";
import { reply } from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";
import { listShape, resourceCalls, resourceShape } from "../resources/resources.contract";
import { equipmentKinds, equipmentSchema } from "./equipment.schema";

export const equipmentReply = object({
  ...resourceShape,
  name: reply.text(),
  kind: string()
    .oneOf([...equipmentKinds])
    .required(),
  building_id: reply.id(),
  building: object({ id: reply.id(), name: reply.text() }),
  color: reply.textOrNull(),
  image: reply.textOrNull(),
  /** The building's time zone, or the tenant's time zone if the equipment has no building. */
  time_zone: reply.text(),
  opens_at: reply.textOrNull(),
  closes_at: reply.textOrNull(),
  open_days: array(number().required()).required(),
  auto_approve: boolean().required(),
});
export type Equipment = InferType<typeof equipmentReply>;

export const maxEquipment = 5_000;

export const {
  list: listEquipment,
  create: createEquipment,
  update: updateEquipment,
  remove: deleteEquipment,
  restore: restoreEquipment,
  uploadPhoto: uploadEquipmentPhoto,
  removePhoto: removeEquipmentPhoto,
} = resourceCalls({
  noun: "equipment",
  permissions: "room",
  called: "a piece of equipment",
  list: {
    summary:
      "Lists equipment that can be booked on its own or with a room. `search` matches names, kinds and buildings.",
    permission: ["room-list", "reservation-list"],
    query: object(listShape),
    expensive: "unlessPaged",
  },
  limit: maxEquipment,
  body: equipmentSchema,
  reply: equipmentReply,
  example: { name: "Projector 1", kind: "projector", building_id: 1 },
  summaries: { create: "Creates a piece of equipment in a building." },
  removal: "Its upcoming bookings are returned first, then get a replacement or none as requested.",
});
