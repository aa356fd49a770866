import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, reply, positionReply } from "../../kernel/fields";
import { boolean, number, string } from "../../kernel/schemas";
import { nameTranslations } from "../../kernel/translations";
import { personReply } from "../../kernel/person-reply";
import { bookingReply, bookingPermissionsReply, exampleBookingTime, participantAnswerField } from "./bookings.contract";
import { bookableTypes, instantField } from "./bookings.schema";

const resourceReply = object({
  id: reply.id(),
  name: reply.text(),
  building: reply.textOrNull(),
  floor: reply.textOrNull(),
  car_type: reply.textOrNull(),
  plate_number: reply.textOrNull(),
  equipment_kind: reply.textOrNull(),
  capacity: reply.numberOrNull(),
  tools: array(string().required()).required(),
  color: reply.textOrNull(),
  image: reply.textOrNull(),
  auto_approve: boolean().required(),
  opens_at: reply.textOrNull(),
  closes_at: reply.textOrNull(),
  open_days: array(number().required()).required(),
  time_zone: reply.text(),
});
export type GridResource = InferType<typeof resourceReply>;

const outageReply = object({
  id: reply.id(),
  bookable_id: reply.id(),
  start_date: reply.text(),
  end_date: reply.text(),
  reason: reply.textOrNull(),
});

const holidayReply = object({ date: reply.text(), name: reply.text(), translations: nameTranslations() });
export type GridHoliday = InferType<typeof holidayReply>;

/** Default values of a resource, which the response omits. */
export const gridResourceDefaults = {
  building: null,
  floor: null,
  car_type: null,
  plate_number: null,
  equipment_kind: null,
  capacity: null,
  color: null,
  image: null,
  auto_approve: false,
  opens_at: null,
  closes_at: null,
} as const;
const compactResourceReply = resourceReply
  .omit(Object.keys(gridResourceDefaults) as (keyof typeof gridResourceDefaults)[])
  .concat(resourceReply.pick(Object.keys(gridResourceDefaults) as (keyof typeof gridResourceDefaults)[]).partial());

/** Default values of a booking, which `more` omits. */
export const gridBookingDefaults = {
  note: null,
  private: false,
  car_type: null,
  seats: null,
  from_place: null,
  to_place: null,
  purpose: null,
  driver_needed: false,
  car_id: null,
  driver_id: null,
  status: "approved",
  decision_reason: null,
  series_id: null,
  basket_id: null,
  checked_in_at: null,
  released_at: null,
} as const;
const usual = Object.keys(gridBookingDefaults) as (keyof typeof gridBookingDefaults)[];

const moreReply = object({
  /** Position of the booking in the columns. */
  at: reply.number(),
  /** Set unless the times are whole minutes from `since`. */
  start_date: string(),
  end_date: string(),
  busy_from: string(),
  busy_until: string(),
  /** Set if it differs from the grid's type, as in a room booking that includes equipment of the grid. */
  bookable_type: string().oneOf([...bookableTypes]),
  /** Set if the resource isn't in `resources`. */
  bookable_id: number(),
  equipment: array(number().required()),
  /** Answers in the order of the participants. */
  answers: array(participantAnswerField()),
}).concat(bookingReply.pick(usual).partial());
export type GridBookingMore = InferType<typeof moreReply>;

const column = () => array(number().required()).required();
/**
 * Thousands of bookings as columns. The values at the same position of all lists are one booking. Values shared by many bookings are
 * positions in `resources`, `titles`, `people` and `rights`; -1 means none.
 */
const bookingColumnsReply = object({
  id: column(),
  /** Minutes since `since`. */
  start: column(),
  /** Length in minutes. */
  minutes: column(),
  version: column(),
  resource: column(),
  title: column(),
  requester: column(),
  participants: array(column()).required(),
  can: column(),
});
export type GridColumns = InferType<typeof bookingColumnsReply>;

export const readGrid = endpoint({
  method: "GET",
  path: "/reservations/grid",
  summary:
    "Lists all rooms, cars or equipment with their bookings and outages in a period, at the revision of their stream.",
  permission: "reservation-list",
  query: object({
    bookable_type: string()
      .oneOf([...bookableTypes], "field.oneOf")
      .required("field.required"),
    start_date: instantField().required("field.required"),
    end_date: instantField().required("field.required"),
  }),
  expensive: true,
  reply: dataReply(
    object({
      resources: array(compactResourceReply).required(),
      bookable_type: string()
        .oneOf([...bookableTypes])
        .required(),
      since: reply.text(),
      bookings: bookingColumnsReply,
      /** Values that most bookings don't have. */
      more: array(moreReply).required(),
      titles: array(string().required()).required(),
      people: array(personReply).required(),
      equipment: array(object({ id: reply.id(), name: reply.text() })).required(),
      rights: array(bookingPermissionsReply).required(),
      outages: array(outageReply).required(),
      /** The tenant's time zone, for cars and for resources without their own time zone. */
      time_zone: reply.text(),
      holidays: array(holidayReply).required(),
      ...positionReply,
    }),
  ),
  example: { query: { bookable_type: "room", ...exampleBookingTime } },
});
