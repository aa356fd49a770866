import { array, type InferType, object } from "yup";
import { boolean, string } from "../../../kernel/schemas";
import { columnFormat, fileTextReply, tableLayoutReply } from "../../../kernel/table-text";
import { endpoint } from "../../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, wholeNumber } from "../../../kernel/fields";
import { nameTranslations } from "../../../kernel/translations";
import { holidayImportSchema, holidaySchema, workWeekChangeSchema } from "./calendar.schema";
import { leaveFamily } from "../../../approvals/approvals/families";

const { feature } = leaveFamily;

export const holidayReply = object({
  id: reply.id(),
  date: reply.text(),
  name: reply.text(),
  translations: nameTranslations(),
  half: string().oneOf(["morning", "afternoon"]).nullable().defined(),
  location: reply.textOrNull(),
  version: reply.number(),
});
export type HolidayRecord = InferType<typeof holidayReply>;

export const listHolidays = endpoint({
  method: "GET",
  path: "/leave/holiday",
  summary: "Lists the public holidays of a year, for all locations or one.",
  feature,
  permission: ["leave-request-list", "leave-type-edit"],
  query: object({ year: wholeNumber(2000, 2100) }),
  expensive: true,
  reply: dataReply(array(holidayReply).required()),
});
export const maxLocations = 500;
export const listHolidayLocations = endpoint({
  method: "GET",
  path: "/leave/holiday/locations",
  summary: "Lists the work locations of users, which holidays and changes of balances can apply to.",
  feature,
  permission: ["leave-type-edit", "leave-balance-edit"],
  reply: dataReply(array(object({ name: reply.text(), people: reply.number() })).required()),
});
const holidayById = object({ id: pathId("holiday") });
const holidayExample = { body: { date: "2030-09-01", name: "Founders' day", translations: { de: "Gründungstag" } } };
export const createHoliday = endpoint({
  method: "POST",
  path: "/leave/holiday",
  summary: "Creates a holiday and recalculates leave on that day.",
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
  summary: "Updates a holiday and recalculates leave on that day.",
  feature,
  permission: "leave-type-edit",
  params: holidayById,
  body: holidaySchema,
  reply: dataReply(holidayReply),
  problems: ["leave.ownBalance", "leave.holidayStale"],
  example: holidayExample,
});
export const deleteHoliday = endpoint({
  method: "DELETE",
  path: "/leave/holiday/:id",
  summary: "Deletes a holiday and recalculates leave on that day.",
  feature,
  permission: "leave-type-edit",
  params: holidayById,
  reply: deletedReply,
  problems: ["leave.ownBalance"],
});

export const importedHoliday = object({
  line: reply.number(),
  date: reply.textOrNull(),
  name: reply.text(),
  half: reply.textOrNull(),
  location: reply.textOrNull(),
  state: string().oneOf(["new", "known", "wrong"]).required(),
  /** Whether the calendar describes the day as an observance, on which people work; not added by default. */
  observance: boolean().required(),
  errors: array(reply.text()).required(),
});
export type ImportedHoliday = InferType<typeof importedHoliday>;

export const importHolidays = endpoint({
  method: "POST",
  path: "/leave/holiday/import",
  summary:
    "Imports holidays from a table (CSV, XLSX) or a calendar (ICS), sent as a file or as text. With `dry_run`, only a preview is returned.",
  feature,
  permission: "leave-type-edit",
  body: holidayImportSchema,
  reply: dataReply(
    object({
      rows: array(importedHoliday).required(),
      added: reply.number(),
      /** Detected encoding and separator; null for workbooks and pasted calendars. */
      text: fileTextReply.nullable().defined(),
      /** Null for calendars and pasted text. */
      layout: tableLayoutReply.nullable().defined(),
      days: columnFormat.nullable().defined(),
    }),
  ),
  problems: ["leave.ownBalance"],
  status: 201,
  example: { body: { content: "2030-09-01,Founders' day" } },
});

const workWeek = object({
  /** Non-working weekdays; 0 is Sunday. */
  weekend: array(reply.number()).required(),
  workday_start: reply.text(),
  workday_end: reply.text(),
  workday_hours: reply.number(),
  /** Time of the last scheduled grant of leave days; null before the first. */
  given_at: reply.textOrNull(),
  version: reply.number(),
  can: object({ edit: boolean().required() }),
});
export type WorkWeek = InferType<typeof workWeek>;

export const readWorkWeek = endpoint({
  method: "GET",
  path: "/leave/work-week",
  summary: "Returns the weekend, the working hours and when leave days were last granted.",
  feature,
  permission: ["leave-request-list", "leave-type-edit"],
  reply: dataReply(workWeek),
});

export const updateWorkWeek = endpoint({
  method: "PUT",
  path: "/leave/work-week",
  summary: "Updates the weekend and working hours and recalculates current and future leave.",
  feature,
  permission: "leave-type-edit",
  body: workWeekChangeSchema,
  reply: dataReply(workWeek),
  problems: ["organization.stale"],
  example: { body: { weekend: [5, 6], workday_start: "08:00", workday_end: "16:30", workday_hours: 8 } },
});
