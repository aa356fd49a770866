import { isTimeZone } from "../../kernel/time-zones";
import { colorField, idField, idList, lineField, textField, wholeNumber } from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";
import {
  clearableLine,
  clockField,
  closingTimeField,
  shortTextList,
  namedObject,
  rateField,
  weekdayList,
} from "../resources/resource-fields.schema";

const version = () => wholeNumber(1, 1_000_000_000);
const name = () => lineField(120).required("field.required");

export const buildingSchema = namedObject({
  name: name(),
  address: clearableLine(300),
  /** Defaults to the tenant's time zone. */
  time_zone: textField(60)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .test("timeZone", "field.timeZone", (value) => value == null || isTimeZone(value)),
  version: version(),
});

export const floorSchema = namedObject({
  name: name(),
  building_id: idField("building").required("field.required"),
  /** Level of the floor; the ground floor is 0. */
  level: wholeNumber(-20, 300),
  version: version(),
});

export const roomAudiences = ["everyone", "selected"] as const;

/** Tools with an icon; other texts are also accepted. */
export const roomToolsWithIcon = ["screen", "video", "microphone", "whiteboard", "phone", "step-free"] as const;

export const roomSchema = namedObject({
  name: name(),
  building_id: idField("building").required("field.required"),
  floor_id: idField("floor").required("field.required"),
  area: number()
    .transform((value, original) => (original === "" || original === null ? null : value))
    .nullable()
    .typeError("field.number")
    .moreThan(0, "field.positive")
    .max(100_000),
  capacity: wholeNumber(1, 100_000).nullable(),
  tools: shortTextList(30, 60),
  color: colorField(),
  opens_at: clockField(),
  closes_at: closingTimeField(),
  open_days: weekdayList(),
  auto_approve: boolean().typeError("field.boolean"),
  pending_blocks: boolean().typeError("field.boolean"),
  audience: string().oneOf([...roomAudiences], "field.oneOf"),
  group_ids: idList("group"),
  department_ids: idList("department"),
  notice_minutes: wholeNumber(0, 525_600),
  ahead_days: wholeNumber(1, 366).nullable(),
  longest_minutes: wholeNumber(5, 525_600).nullable(),
  buffer_before_minutes: wholeNumber(0, 1_440),
  buffer_after_minutes: wholeNumber(0, 1_440),
  cross_day: boolean().typeError("field.boolean"),
  check_in_minutes: wholeNumber(1, 240).nullable(),
  hourly_rate: rateField(),
  version: version(),
});
