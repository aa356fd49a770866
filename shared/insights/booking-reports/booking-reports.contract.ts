import { array, type InferType, object } from "yup";
import { periodShape, assertValidPeriod } from "../analytics/analytics.schema";
import { figureReply } from "../analytics/project-analytics.contract";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, pageMeta, reply, wholeNumber } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";

/** Bookable types with totals of hours. Equipment has no such totals. */
export const reportedTypes = ["room", "car"] as const;

const bookable = { type: reply.text(), id: reply.id(), name: reply.text() };

export const bookingReportReply = object({
  from: reply.text(),
  to: reply.text(),
  today: reply.text(),
  currency: reply.textOrNull(),
  buildings: array(object({ id: reply.id(), name: reply.text() })).required(),
  figures: object({
    bookings: figureReply,
    minutes: figureReply,
    /** Booked percentage of the bookable minutes, with one decimal; null if there are no bookable minutes. */
    use: figureReply,
    no_shows: figureReply,
    /** Number of bookings that have begun in rooms with check-in. */
    expected: reply.number(),
  }),
  cost: object({ amount: reply.text(), previous: reply.textOrNull(), query: reply.text() }).nullable().defined(),
  /** Booked minutes for each weekday and hour in the location's time zone; weekday 1 is Monday. */
  hours: array(
    object({
      weekday: reply.number(),
      hour: reply.number(),
      minutes: reply.number(),
      count: reply.number(),
      query: reply.text(),
    }),
  ).required(),
  /** All bookable resources, including deleted ones with bookings in the period. */
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
  /** Departments of the requesters on the day of the booking; id and name are null for requesters without a department. */
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
  summary: "Returns room and car usage by hour of the week, no-shows and cost by department.",
  query: object({ ...reportShape, compare: periodShape.compare }).test(
    "period",
    "field.endBeforeStart",
    assertValidPeriod,
  ),
  expensive: true,
  reply: dataReply(bookingReportReply),
});

export const reportFigures = ["bookings", "no_shows", "cost"] as const;
export type ReportFigure = (typeof reportFigures)[number];

export const reportPartShape = {
  weekday: wholeNumber(1, 7),
  hour: wholeNumber(0, 23),
  bookable_id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  department_id: wholeNumber(0, Number.MAX_SAFE_INTEGER),
};

export const reportRowReply = object({
  id: reply.id(),
  bookable: object(bookable),
  day: reply.text(),
  from: reply.text(),
  until: reply.text(),
  /** The local day on which the booking ends. */
  last_day: reply.text(),
  start_date: reply.text(),
  end_date: reply.text(),
  time_zone: reply.text(),
  minutes: reply.number(),
  /** Null for a private booking. */
  title: reply.textOrNull(),
  /** Null for a private booking, and for one made at a door screen, which has a title. */
  requester: reply.textOrNull(),
  department: reply.textOrNull(),
  no_show: boolean().required(),
  cost: reply.textOrNull(),
});
export type ReportRow = InferType<typeof reportRowReply>;

export const listReportFigure = endpoint({
  method: "GET",
  path: "/reservations/report/list",
  ...guarded,
  summary: "Lists all bookings behind a figure of the report.",
  query: object({
    ...reportShape,
    ...reportPartShape,
    figure: string()
      .oneOf([...reportFigures], "field.oneOf")
      .required("field.required"),
    page: wholeNumber(1, 100_000),
    per_page: wholeNumber(1, 200),
  }).test("period", "field.endBeforeStart", assertValidPeriod),
  reply: object({ message: string(), data: array(reportRowReply).required(), meta: pageMeta }),
  example: { query: { figure: "bookings" } },
});
