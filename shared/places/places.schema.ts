import { array, object } from "yup";
import { rehomedField } from "./affected";
import { isTimeZone } from "../kernel/time-zones";
import { colorField, idField, idList, wholeNumber } from "../kernel/fields";
import { boolean, number, string } from "../kernel/schemas";
import { clearedLine, clockField, lineList, namedObject, rateField, weekdayList } from "./named.schema";
import { lineField, textField } from "../kernel/fields";

/** The state that a change was made on. */
const version = () => wholeNumber(1, 1_000_000_000);
/** What is left out of a change stays as it is; null clears it. */
const name = () => lineField(120).required("field.required");

export const buildingSchema = namedObject({
  name: name(),
  address: clearedLine(300),
  /** None: the organisation's. */
  time_zone: textField(60)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .test("timeZone", "field.timeZone", (value) => value == null || isTimeZone(value)),
  version: version(),
});

export const floorSchema = namedObject({
  name: name(),
  building_id: idField("building").required("field.required"),
  /** From the ground upward, which is 0. */
  level: wholeNumber(-20, 300),
  version: version(),
});

export const roomAudiences = ["everyone", "selected"] as const;
export type RoomAudience = (typeof roomAudiences)[number];

/** Tools that screens have a sign for; any other text is one as well. */
export const knownTools = ["screen", "video", "microphone", "whiteboard", "phone", "step-free"] as const;

export const roomSchema = namedObject({
  name: name(),
  building_id: idField("building").required("field.required"),
  floor_id: idField("floor").required("field.required"),
  /** In square metres. */
  area: number()
    .transform((value, original) => (original === "" || original === null ? null : value))
    .nullable()
    .typeError("field.number")
    .moreThan(0, "field.positive")
    .max(100_000, "field.outOfRange"),
  capacity: wholeNumber(1, 100_000).nullable(),
  tools: lineList(30, 60),
  color: colorField(),
  opens_at: clockField(),
  closes_at: clockField(),
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

const instant = () =>
  textField(40)
    .required("field.required")
    .test(
      "instant",
      "field.day",
      (value) => !value || (/^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))),
    );

/** Exactly one of the four is named. */
export const outageSchema = object({
  room_id: idField("room"),
  car_id: idField("car"),
  driver_id: idField("driver"),
  equipment_id: idField("equipment"),
  start_date: instant(),
  end_date: instant(),
  reason: clearedLine(300),
  /** What becomes of the bookings in that time; without it they are listed. */
  bookings: rehomedField(),
});

export const placeSorts = ["name", "-name"] as const;
export const ids = array(number().required());
