import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, wholeNumber } from "../kernel/fields";
import { nameTranslations } from "../kernel/translations";
import { holidayImportSchema, holidaySchema, workWeekSchema } from "./leave.schema";
import { leaveFamily } from "./leave.family";

const { feature } = leaveFamily;

export const holidayReply = object({
  id: reply.id(),
  date: reply.text(),
  name: reply.text(),
  translations: nameTranslations(),
  half: string().oneOf(["morning", "afternoon"]).nullable().defined(),
  location: reply.textOrNull(),
});
export type HolidayRecord = InferType<typeof holidayReply>;

export const listHolidays = endpoint({
  method: "GET",
  path: "/leave/holiday",
  summary: "Public holidays of a year, of all locations or of one.",
  feature,
  permission: ["leave-request-list", "leave-type-edit"],
  query: object({ year: wholeNumber(2000, 2100) }),
  long: true,
  reply: dataReply(array(holidayReply).required()),
});
const holidayById = object({ id: pathId("holiday") });
const holidayExample = { body: { date: "2030-09-01", name: "Founders' day", translations: { de: "Gründungstag" } } };
export const createHoliday = endpoint({
  method: "POST",
  path: "/leave/holiday",
  summary: "Adds a holiday; leave that lies on it is counted anew.",
  feature,
  permission: "leave-type-edit",
  body: holidaySchema,
  reply: dataReply(holidayReply),
  problems: ["leave.ownBalance"],
  status: 201,
  example: holidayExample,
});
export const updateHoliday = endpoint({
  method: "PUT",
  path: "/leave/holiday/:id",
  summary: "Changes a holiday; leave that lies on it is counted anew.",
  feature,
  permission: "leave-type-edit",
  params: holidayById,
  body: holidaySchema,
  reply: dataReply(holidayReply),
  problems: ["leave.ownBalance"],
  example: holidayExample,
});
export const deleteHoliday = endpoint({
  method: "DELETE",
  path: "/leave/holiday/:id",
  summary: "Takes a holiday away; leave that lies on it is counted anew.",
  feature,
  permission: "leave-type-edit",
  params: holidayById,
  reply: deletedReply,
  problems: ["leave.ownBalance"],
});

export const importedHoliday = object({
  /** Line of the table, or number of the event. */
  line: reply.number(),
  date: reply.textOrNull(),
  name: reply.text(),
  half: reply.textOrNull(),
  location: reply.textOrNull(),
  /** `known` stands there already, `wrong` isn't taken. */
  state: string().oneOf(["new", "known", "wrong"]).required(),
  errors: array(reply.text()).required(),
});
export type ImportedHoliday = InferType<typeof importedHoliday>;

export const importHolidays = endpoint({
  method: "POST",
  path: "/leave/holiday/import",
  summary: "Adds the holidays of a table (CSV) or a calendar (ICS); with `dry_run` it only says what would be added.",
  feature,
  permission: "leave-type-edit",
  body: holidayImportSchema,
  reply: dataReply(object({ rows: array(importedHoliday).required(), added: reply.number() })),
  problems: ["leave.ownBalance"],
  status: 201,
  example: { body: { content: "2030-09-01,Founders' day" } },
});

const workWeek = object({
  /** Days of the week without work: 0 is Sunday. */
  weekend: array(reply.number()).required(),
  workday_start: reply.text(),
  workday_end: reply.text(),
  workday_hours: reply.number(),
  /** When days of leave were last given by the schedule; null: not yet. */
  given_at: reply.textOrNull(),
  can: object({ edit: boolean().required() }),
});
export type WorkWeek = InferType<typeof workWeek>;

export const readWorkWeek = endpoint({
  method: "GET",
  path: "/leave/work-week",
  summary: "Week-end, working hours, and when days of leave were last given.",
  feature,
  permission: ["leave-request-list", "leave-type-edit"],
  reply: dataReply(workWeek),
});

export const updateWorkWeek = endpoint({
  method: "PUT",
  path: "/leave/work-week",
  summary: "Changes week-end and working hours; leave that isn't over is counted anew.",
  feature,
  permission: "leave-type-edit",
  body: workWeekSchema,
  reply: dataReply(workWeek),
  example: { body: { weekend: [5, 6], workday_start: "08:00", workday_end: "16:30", workday_hours: 8 } },
});
