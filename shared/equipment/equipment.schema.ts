import { colorField, idField, lineField, wholeNumber } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { clockField, namedObject, weekdayList } from "../places/named.schema";

export const equipmentKinds = ["projector", "screen", "camera", "microphone", "laptop", "other"] as const;
export type EquipmentKind = (typeof equipmentKinds)[number];

/** How many pieces one booking takes along. */
export const mostPieces = 20;

/** What is left out of a change stays as it is; null clears it. */
export const equipmentSchema = namedObject({
  name: lineField(120).required("field.required"),
  kind: string()
    .oneOf([...equipmentKinds], "field.oneOf")
    .required("field.required"),
  building_id: idField("building").required("field.required"),
  color: colorField(),
  opens_at: clockField(),
  closes_at: clockField(),
  open_days: weekdayList(),
  /** Booked by itself, or along with a room, it waits for nobody. */
  auto_approve: boolean().typeError("field.boolean"),
  /** The state that the change was made on. */
  version: wholeNumber(1, 1_000_000_000),
});
