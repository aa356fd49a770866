import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pageMeta, pathId, reply, wholeNumber } from "../kernel/fields";
import { string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { periodShape, refusesPeriod } from "./analytics.schema";
import { figureReply, projectRef, taskRefReply } from "./project-analytics.contract";

const period = object(periodShape).test("period", "field.endBeforeStart", refusesPeriod);

export const workloadReply = object({
  monday: reply.text(),
  /** Estimates of open tasks, spread over their working days and the people who share them. */
  planned_minutes: reply.number(),
  /** Working days without holidays and approved leave. */
  capacity_minutes: reply.number(),
  leave_minutes: reply.number(),
  /** The tasks that are planned, and the days that can be worked. */
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
    /** Of those with a due date, per cent that were finished by it. */
    on_time: figureReply,
    late: figureReply,
    cycle: figureReply,
    logged_minutes: figureReply,
    doing: figureReply,
    /** Requests that wait for their decision now, as far as the reader may see them. */
    reviews: figureReply,
  }),
  /** This week and the three after it. */
  workload: array(workloadReply).required(),
});
export type UserAnalytics = InferType<typeof userAnalyticsReply>;

const guarded = { feature: "analytics", scope: "analytics-user-list" } as const;
const userById = object({ id: pathId("user") });

export const readUserAnalytics = endpoint({
  method: "GET",
  path: "/analytics/user/:id",
  ...guarded,
  summary: "One's own figures, those of whom one leads, or with `analytics-user-list` anybody's; in projects one sees.",
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
  /** Logged in the period, of that person. */
  minutes: reply.number(),
  /** Planned for them in the period; null where that isn't asked for. */
  planned_minutes: reply.numberOrNull(),
});
export type UserTask = InferType<typeof userTaskReply>;

export const listUserFigure = endpoint({
  method: "GET",
  path: "/analytics/user/:id/list",
  ...guarded,
  summary: "The tasks behind a figure of a person, as many as it says.",
  params: userById,
  query: object({
    ...periodShape,
    figure: string()
      .oneOf([...userFigures])
      .required(),
    page: wholeNumber(1, 100_000),
    per_page: wholeNumber(1, 200),
  }).test("period", "field.endBeforeStart", refusesPeriod),
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
  summary: "The days behind what a person can do: working hours, less holidays and approved leave.",
  params: userById,
  query: object({ from: periodShape.from, to: periodShape.to }).test("period", "field.endBeforeStart", refusesPeriod),
  reply: dataReply(array(workdayReply).required()),
  problems: ["permission.denied"],
});

export const reviewReply = object({
  id: reply.id(),
  family: reply.text(),
  /** Empty: it has none of its own. */
  title: reply.text(),
  requester: personReply,
  since: reply.text(),
});

export const listUserReviews = endpoint({
  method: "GET",
  path: "/analytics/user/:id/reviews",
  ...guarded,
  summary: "Requests that wait for a person's decision now, as far as one may see them; the oldest first.",
  params: userById,
  query: object({ page: wholeNumber(1, 100_000), per_page: wholeNumber(1, 200) }),
  reply: object({ message: string(), data: array(reviewReply).required(), meta: pageMeta }),
  problems: ["permission.denied"],
});

export const listUserAnalytics = endpoint({
  method: "GET",
  path: "/analytics/user",
  ...guarded,
  summary: "Whose figures one may see: one's own, of those one leads, with `analytics-user-list` everybody's; by name.",
  reply: dataReply(array(personReply).required()),
  problems: ["permission.denied"],
});
