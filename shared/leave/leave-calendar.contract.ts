import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
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
} from "../kernel/fields";
import { nameTranslations } from "../kernel/translations";
import { personReply } from "../people/people.contract";
import { awayReply, leaveTypeRef } from "./leave.contract";
import { dayNumber } from "../kernel/days";
import { leaveFamily } from "./leave.family";

/** A public holiday as calendars show it: the whole day, or half of it. */
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
  ...pagingShape,
  // No longer than a quarter with what the calendar shows around it.
}).test("range", "field.endBeforeStart", ({ from, to }, context) => {
  if (typeof from !== "string" || typeof to !== "string") return true; // said of the field itself
  if (to < from) return context.createError({ path: "to", message: "field.endBeforeStart" });
  const tooLong = dayNumber(to) - dayNumber(from) > longestRange;
  return tooLong ? context.createError({ path: "to", message: "field.outOfRange" }) : true;
});

export const departmentCoverReply = object({
  id: reply.id(),
  name: reply.text(),
  people: reply.number(),
  /** How many should be there on a day of work; null: no matter. */
  minimum_present: reply.numberOrNull(),
});
export type DepartmentCover = InferType<typeof departmentCoverReply>;

const half = <T extends string>(value: T) => string().oneOf([value]).nullable().defined();

export const teamMemberReply = object({
  person: personReply,
  department_id: reply.numberOrNull(),
  leaves: array(
    object({
      /** Null where one may not open it. */
      id: reply.numberOrNull(),
      start_date: reply.text(),
      end_date: reply.text(),
      start_half: half("afternoon"),
      end_half: half("morning"),
      state: string().oneOf(["booked", "waiting"]).required(),
      /** Null where it isn't one's to know. */
      leave_type: leaveTypeRef.nullable().defined(),
    }),
  ).required(),
});
export type TeamMember = InferType<typeof teamMemberReply>;

export const teamLeave = endpoint({
  method: "GET",
  path: "/leave/team",
  summary:
    "Who is away when: one's department and one's people, for HR everyone. What kind of leave it is, is told to its owner, to who leads them and to HR.",
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
      /** Of everyone that one sees: days of work with somebody away. */
      away: array(object({ date: reply.text(), people: reply.number() })).required(),
      /** Days on which a department has fewer people than it should. */
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
  /** Whether week-ends and holidays in it cost days. */
  counting: string().oneOf(["calendar", "working"]).required(),
  state: string().oneOf(["booked", "waiting"]).required(),
});
export type OwnLeave = InferType<typeof ownLeaveReply>;

export const ownLeaveYear = endpoint({
  method: "GET",
  path: "/leave/year",
  summary: "One's own year: leave that was granted or waits, and what isn't work where one works.",
  feature,
  permission: "leave-request-list",
  /** Without one it is the present year. */
  query: object({ year: wholeNumber(2000, 2100) }),
  reply: dataReply(
    object({
      year: reply.number(),
      weekend: array(reply.number()).required(),
      holidays: array(dayOffReply).required(),
      leaves: array(ownLeaveReply).required(),
    }),
  ),
  example: { query: { year: 2030 } },
});
export type OwnLeaveYear = InferType<typeof ownLeaveYear.reply>["data"];

export const setCover = endpoint({
  method: "PUT",
  path: "/leave/cover/:department_id",
  summary: "Says how many of a department should be there on a day of work; null: no matter.",
  feature,
  permission: "leave-type-edit",
  params: object({ department_id: pathId("department") }),
  body: object({ minimum_present: wholeNumber(1, 10_000).nullable() }),
  reply: dataReply(departmentCoverReply),
  example: { body: { minimum_present: 3 } },
});

export const awayInProject = endpoint({
  method: "GET",
  path: "/leave/away/:project_id",
  summary: "Who of a project's people is on leave that was granted, between two days: for whoever gives them work.",
  feature,
  permission: "leave-request-list",
  params: object({ project_id: pathId("project") }),
  query: object({ from: dayField().required("field.required"), to: dayField().required("field.required") }),
  reply: dataReply(array(awayReply).required()),
  example: { query: { from: "2030-01-01", to: "2030-01-31" } },
});

export const feedScopes = ["own", "team"] as const;
export type FeedScope = (typeof feedScopes)[number];

export const feedReply = object({
  id: reply.id(),
  scope: string()
    .oneOf([...feedScopes])
    .required(),
  created_at: reply.text(),
  used_at: reply.textOrNull(),
});
export type CalendarFeed = InferType<typeof feedReply>;

export const calendarFeeds = endpoint({
  method: "GET",
  path: "/leave/calendar-feed",
  summary: "One's addresses for calendar programs: that they are there, not what they are.",
  feature,
  permission: "leave-request-list",
  reply: dataReply(array(feedReply).required()),
});

export const createCalendarFeed = endpoint({
  method: "POST",
  path: "/leave/calendar-feed",
  summary: "A new address for calendar programs, told this once; one that was there before counts no more.",
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
  summary: "Takes an address back: whoever knows it sees nothing any more.",
  feature,
  permission: "leave-request-list",
  params: object({ id: pathId("calendarFeed") }),
  reply: deletedReply,
});
