import { colorField, idField, lineField, wholeNumber } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { clockField, closingTimeField, namedObject, weekdayList } from "../resources/resource-fields.schema";

export const equipmentKinds = ["projector", "screen", "camera", "microphone", "laptop", "other"] as const;
export type EquipmentKind = (typeof equipmentKinds)[number];

export const maxPieces = 20;

export const equipmentSchema = namedObject({
  name: lineField(120).required("field.required"),
  kind: string()
    .oneOf([...equipmentKinds], "field.oneOf")
    .required("field.required"),
  building_id: idField("building").required("field.required"),
  color: colorField(),
  opens_at: clockField(),
  closes_at: closingTimeField(),
  open_days: weekdayList(),
  /** Whether bookings of the equipment, alone or with a room, need no approval. */
  auto_approve: boolean().typeError("field.boolean"),
  version: wholeNumber(1, 1_000_000_000),
});
