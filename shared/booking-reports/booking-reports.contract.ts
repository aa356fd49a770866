import { array, type InferType, object } from "yup";
import { periodShape, refusesPeriod } from "../analytics/analytics.schema";
import { figureReply } from "../analytics/project-analytics.contract";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, pageMeta, reply, wholeNumber } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";

/** What hours are counted of: equipment has none that anybody would add up. */
export const reportedTypes = ["room", "car"] as const;

const bookable = { type: reply.text(), id: reply.id(), name: reply.text() };

export const bookingReportReply = object({
  from: reply.text(),
  to: reply.text(),
  today: reply.text(),
  /** Of the organisation; null: none is set, and nothing is said of cost. */
  currency: reply.textOrNull(),
  buildings: array(object({ id: reply.id(), name: reply.text() })).required(),
  figures: object({
    bookings: figureReply,
    minutes: figureReply,
    /** Minutes booked of those in which it is open, per cent to a tenth; null: nothing can be booked. */
    use: figureReply,
    no_shows: figureReply,
    /** Bookings of rooms that ask to check in, and have begun. */
    expected: reply.number(),
  }),
  /** Amounts; null: no currency. */
  cost: object({ amount: reply.text(), previous: reply.textOrNull(), query: reply.text() }).nullable().defined(),
  /** Hours of the week in which something was booked: by the clocks where it stands, Monday is 1. */
  hours: array(
    object({
      weekday: reply.number(),
      hour: reply.number(),
      minutes: reply.number(),
      count: reply.number(),
      query: reply.text(),
    }),
  ).required(),
  /** Everything that can be booked, and what was used and is gone since. */
  resources: array(
    object({
      ...bookable,
      count: reply.number(),
      minutes: reply.number(),
      open_minutes: reply.number(),
      no_shows: reply.number(),
      cost: reply.textOrNull(),
      query: reply.text(),
      no_shows_query: reply.text(),
    }),
  ).required(),
  /** To which the people who booked belonged that day; without a name: to none. */
  departments: array(
    object({
      id: reply.numberOrNull(),
      name: reply.textOrNull(),
      count: reply.number(),
      minutes: reply.number(),
      cost: reply.textOrNull(),
      query: reply.text(),
    }),
  ).required(),
});
export type BookingReport = InferType<typeof bookingReportReply>;

const guarded = { permission: "reservation-approve" } as const;
/** What the report is of: a period, rooms or cars, a building. All of it stands in the address of the screen. */
export const reportShape = {
  from: periodShape.from,
  to: periodShape.to,
  bookable_type: string().oneOf([...reportedTypes], "field.oneOf"),
  building_id: idField("building"),
};

export const readBookingReport = endpoint({
  method: "GET",
  path: "/reservations/report",
  ...guarded,
  summary: "How rooms and cars are used: by hours of the week, no-shows, cost by department.",
  query: object({ ...reportShape, compare: periodShape.compare }).test("period", "field.endBeforeStart", refusesPeriod),
  long: true,
  reply: dataReply(bookingReportReply),
});

export const reportFigures = ["bookings", "no_shows", "cost"] as const;
export type ReportFigure = (typeof reportFigures)[number];

/** Which part of a figure: an hour of the week, a room or car, a department (0: none). */
export const reportPartShape = {
  weekday: wholeNumber(1, 7),
  hour: wholeNumber(0, 23),
  bookable_id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  department_id: wholeNumber(0, Number.MAX_SAFE_INTEGER),
};

export const reportRowReply = object({
  id: reply.id(),
  bookable: object(bookable),
  /** Day and times by the clocks where it stands. */
  day: reply.text(),
  from: reply.text(),
  until: reply.text(),
  minutes: reply.number(),
  /** Null: private. */
  title: reply.textOrNull(),
  requester: reply.textOrNull(),
  department: reply.textOrNull(),
  no_show: boolean().required(),
  /** An amount; null: no rate. */
  cost: reply.textOrNull(),
});
export type ReportRow = InferType<typeof reportRowReply>;

export const listReportFigure = endpoint({
  method: "GET",
  path: "/reservations/report/list",
  ...guarded,
  summary: "The bookings behind a figure of the report, as many as it says.",
  query: object({
    ...reportShape,
    ...reportPartShape,
    figure: string()
      .oneOf([...reportFigures], "field.oneOf")
      .required("field.required"),
    page: wholeNumber(1, 100_000),
    per_page: wholeNumber(1, 200),
  }).test("period", "field.endBeforeStart", refusesPeriod),
  reply: object({ message: string(), data: array(reportRowReply).required(), meta: pageMeta }),
  example: { query: { figure: "bookings" } },
});
