import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pageMeta, pathId, reply, wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { periodShape, assertValidPeriod } from "./analytics.schema";
import { figureReply, projectRef, taskRefReply } from "./project-analytics.contract";

const period = object(periodShape).test("period", "field.endBeforeStart", assertValidPeriod);

export const workloadReply = object({
  monday: reply.text(),
  /** Estimates of open tasks, distributed over their working days and assignees. */
  planned_minutes: reply.number(),
  /** Working time excluding holidays and approved leave. */
  capacity_minutes: reply.number(),
  leave_minutes: reply.number(),
  planned_query: reply.text(),
  days_query: reply.text(),
});
export type Workload = InferType<typeof workloadReply>;

export const userAnalyticsReply = object({
  user: personReply,
  from: reply.text(),
  to: reply.text(),
  today: reply.text(),
  figures: object({
    finished: figureReply,
    /** Percentage of the finished tasks with a due date that were finished on time. */
    on_time: figureReply,
    late: figureReply,
    cycle: figureReply,
    logged_minutes: figureReply,
    doing: figureReply,
    /** Requests waiting for this user's decision that the reader may see. */
    reviews: figureReply,
  }),
  /** The current calendar week and the next three. */
  workload: array(workloadReply).required(),
});
export type UserAnalytics = InferType<typeof userAnalyticsReply>;

const guarded = { feature: "analytics", scope: "analytics-user-list" } as const;
const userById = object({ id: pathId("user") });

export const readUserAnalytics = endpoint({
  method: "GET",
  path: "/analytics/user/:id",
  ...guarded,
  summary:
    "Returns figures of the caller, of a report or, with `analytics-user-list`, of anyone, within visible projects.",
  params: userById,
  query: period,
  reply: dataReply(userAnalyticsReply),
  problems: ["permission.denied"],
});

export const userFigures = ["finished", "on_time", "late", "cycle", "logged", "doing", "planned"] as const;
export type UserFigure = (typeof userFigures)[number];

export const userTaskReply = taskRefReply.shape({
  project: projectRef,
  due_date: reply.textOrNull(),
  finished_at: reply.textOrNull(),
  days: reply.numberOrNull(),
  minutes: reply.number(),
  /** Minutes planned for the user in the period; null if not requested. */
  planned_minutes: reply.numberOrNull(),
});
export type UserTask = InferType<typeof userTaskReply>;

export const listUserFigure = endpoint({
  method: "GET",
  path: "/analytics/user/:id/list",
  ...guarded,
  summary: "Lists all tasks behind a figure of a user.",
  params: userById,
  query: object({
    ...periodShape,
    figure: string()
      .oneOf([...userFigures])
      .required(),
    page: wholeNumber(1, 100_000),
    per_page: wholeNumber(1, 200),
  }).test("period", "field.endBeforeStart", assertValidPeriod),
  reply: object({ message: string(), data: array(userTaskReply).required(), meta: pageMeta }),
  problems: ["permission.denied"],
  example: { query: { figure: "finished" } },
});

export const workdayReply = object({
  day: reply.text(),
  capacity_minutes: reply.number(),
  leave_minutes: reply.number(),
});

export const listUserDays = endpoint({
  method: "GET",
  path: "/analytics/user/:id/days",
  ...guarded,
  summary: "Lists the days behind a user's capacity: working hours minus holidays and approved leave.",
  params: userById,
  query: object({ from: periodShape.from, to: periodShape.to }).test(
    "period",
    "field.endBeforeStart",
    assertValidPeriod,
  ),
  reply: dataReply(array(workdayReply).required()),
  problems: ["permission.denied"],
});

export const reviewReply = object({
  id: reply.id(),
  family: reply.text(),
  title: reply.text(),
  requester: personReply,
  since: reply.text(),
});

export const listUserReviews = endpoint({
  method: "GET",
  path: "/analytics/user/:id/reviews",
  ...guarded,
  summary: "Lists the visible requests waiting for a user's decision, oldest first.",
  params: userById,
  query: object({ page: wholeNumber(1, 100_000), per_page: wholeNumber(1, 200) }),
  reply: object({ message: string(), data: array(reviewReply).required(), meta: pageMeta }),
  problems: ["permission.denied"],
});

export const listUserAnalytics = endpoint({
  method: "GET",
  path: "/analytics/user",
  ...guarded,
  summary:
    "Lists the users whose figures are visible: the caller, their reports or, with `analytics-user-list`, everyone, by name.",
  expensive: true,
  reply: dataReply(array(personReply).required()),
  problems: ["permission.denied"],
});
