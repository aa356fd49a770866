import { insertMessageValues } from "../../../kernel/text/message-values";
import { array, type InferType, object } from "yup";
import { boolean, string } from "../../../kernel/schemas";
import { endpoint } from "../../../kernel/endpoint";
import {
  dataReply,
  dayField,
  deletedReply,
  idField,
  pageMeta,
  pagingShape,
  pathId,
  reply,
  wholeNumber,
} from "../../../kernel/fields";
import { nameTranslations } from "../../../kernel/translations";
import { personReply } from "../../../kernel/person-reply";
import { leaveTypeRef, dayPartReply } from "../types/types.contract";
import { dayNumber } from "../../../kernel/day-number";
import { workScheduleShape } from "../../../work/schedules/schedules.contract";
import { dayCountingMethods } from "../types/counting.rules";
import { leaveFamily } from "../../../approvals/approvals/families";

const dayOffReply = object({
  date: reply.text(),
  name: reply.text(),
  translations: nameTranslations(),
  half: string().oneOf(["morning", "afternoon"]).nullable().defined(),
});

const { feature } = leaveFamily;
const longestRange = 100;

const teamQuery = object({
  from: dayField().required("field.required"),
  to: dayField().required("field.required"),
  department_id: idField("department"),
  /** Lists only people with approved leave in the range. */
  away: boolean(),
  ...pagingShape,
  // Limits the range to a quarter plus the adjacent days that the calendar shows.
}).test("range", "field.endBeforeStart", ({ from, to }, context) => {
  if (typeof from !== "string" || typeof to !== "string") return true; // the field's own validation reports it
  if (to < from) return context.createError({ path: "to", message: "field.endBeforeStart" });
  const tooLong = dayNumber(to) - dayNumber(from) > longestRange;
  return tooLong
    ? context.createError({
        path: "to",
        message: insertMessageValues("field.longestPeriod", { days: longestRange + 1 }),
      })
    : true;
});

export const departmentCoverReply = object({
  id: reply.id(),
  name: reply.text(),
  people: reply.number(),
  minimum_present: reply.numberOrNull(),
});
export type DepartmentCover = InferType<typeof departmentCoverReply>;

const half = <T extends string>(value: T) => string().oneOf([value]).nullable().defined();

export const teamMemberReply = object({
  person: personReply,
  department_id: reply.numberOrNull(),
  /** Working days of the organization without work in the person's schedule. */
  free: array(reply.text()).required(),
  leaves: array(
    object({
      id: reply.numberOrNull(),
      start_date: reply.text(),
      end_date: reply.text(),
      start_half: half("afternoon"),
      /** A part of a day can affect one or both halves of the day. */
      end_half: half("morning"),
      part: dayPartReply,
      state: string().oneOf(["booked", "waiting"]).required(),
      /** Null if the reader may not see the leave type. */
      leave_type: leaveTypeRef.nullable().defined(),
    }),
  ).required(),
});
export type TeamMember = InferType<typeof teamMemberReply>;

export const listTeamLeave = endpoint({
  method: "GET",
  path: "/leave/team",
  summary:
    "Lists who is away when: the caller's department and reports, for HR everyone. The leave type is returned only to the user, their managers and HR.",
  feature,
  permission: "leave-request-list",
  query: teamQuery,
  reply: object({
    message: string(),
    data: object({
      weekend: array(reply.number()).required(),
      holidays: array(dayOffReply).required(),
      departments: array(departmentCoverReply).required(),
      people: array(teamMemberReply).required(),
      /** Working days on which visible employees are absent, with the number of absent employees. */
      away: array(object({ date: reply.text(), people: reply.number() })).required(),
      /** Days on which a department has fewer employees present than its minimum. */
      below: array(
        object({
          date: reply.text(),
          department_id: reply.id(),
          present: reply.number(),
          minimum: reply.number(),
        }),
      ).required(),
      can: object({ set_cover: boolean().required() }),
    }),
    meta: pageMeta,
  }),
  example: { query: { from: "2030-01-01", to: "2030-01-31" } },
});

const ownLeaveReply = object({
  id: reply.id(),
  leave_type: leaveTypeRef,
  start_date: reply.text(),
  end_date: reply.text(),
  start_half: half("afternoon"),
  end_half: half("morning"),
  part: dayPartReply,
  counting: string()
    .oneOf([...dayCountingMethods])
    .required(),
  state: string().oneOf(["booked", "waiting"]).required(),
});
export type OwnLeave = InferType<typeof ownLeaveReply>;

export const readOwnLeaveYear = endpoint({
  method: "GET",
  path: "/leave/year",
  summary: "Returns the caller's year with approved and pending leave, and the days off at their location.",
  feature,
  permission: "leave-request-list",
  query: object({ year: wholeNumber(2000, 2100) }),
  reply: dataReply(
    object({
      year: reply.number(),
      weekend: array(reply.number()).required(),
      minutes_per_day: reply.number(),
      /** The caller's work schedules; the organization's week applies to days without a schedule. */
      schedules: array(object(workScheduleShape)).required(),
      holidays: array(dayOffReply).required(),
      leaves: array(ownLeaveReply).required(),
    }),
  ),
  example: { query: { year: 2030 } },
});
export type OwnLeaveYear = InferType<typeof readOwnLeaveYear.reply>["data"];

export const setCover = endpoint({
  method: "PUT",
  path: "/leave/cover/:department_id",
  summary: "Sets a department's minimum staffing on working days; null for none.",
  feature,
  permission: "leave-type-edit",
  params: object({ department_id: pathId("department") }),
  body: object({ minimum_present: wholeNumber(1, 10_000).nullable() }),
  reply: dataReply(departmentCoverReply),
  example: { body: { minimum_present: 3 } },
});

export const feedScopes = ["own", "team"] as const;
export type FeedScope = (typeof feedScopes)[number];

export const feedReply = object({
  id: reply.id(),
  scope: string()
    .oneOf([...feedScopes, "bookings"])
    .required(),
  created_at: reply.text(),
  used_at: reply.textOrNull(),
});
export type CalendarFeed = InferType<typeof feedReply>;

export const listCalendarFeeds = endpoint({
  method: "GET",
  path: "/leave/calendar-feed",
  summary: "Lists the caller's calendar addresses, without the addresses themselves.",
  feature,
  permission: "leave-request-list",
  reply: dataReply(array(feedReply).required()),
});

export const createCalendarFeed = endpoint({
  method: "POST",
  path: "/leave/calendar-feed",
  summary: "Creates a calendar address, returned only once. The previous address stops working.",
  feature,
  permission: "leave-request-list",
  body: object({
    scope: string()
      .oneOf([...feedScopes], "field.oneOf")
      .required("field.required"),
  }),
  reply: dataReply(feedReply.shape({ path: reply.text() })),
  status: 201,
  tellsSecret: true,
  example: { body: { scope: "own" } },
});

export const revokeCalendarFeed = endpoint({
  method: "DELETE",
  path: "/leave/calendar-feed/:id",
  summary: "Revokes a calendar address.",
  feature,
  permission: "leave-request-list",
  params: object({ id: pathId("calendarFeed") }),
  reply: deletedReply,
});
