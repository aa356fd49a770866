import { array, type InferType, object, string } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, wholeNumber } from "../kernel/fields";
import { holidaySchema } from "./leave.schema";

const feature = "leave_management" as const;

export const holidayReply = object({
  id: reply.id(),
  date: reply.text(),
  name: reply.text(),
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
  reply: dataReply(array(holidayReply).required()),
});
const holidayById = object({ id: pathId("holiday") });
const holidayExample = { body: { date: "2030-09-01", name: "Founders' day" } };
export const createHoliday = endpoint({
  method: "POST",
  path: "/leave/holiday",
  summary: "Adds a holiday; leave that lies on it is counted anew.",
  feature,
  permission: "leave-type-edit",
  body: holidaySchema,
  reply: dataReply(holidayReply),
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
});
