import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, messageReply, pathId, reply, wholeNumber } from "../kernel/fields";
import { string } from "../kernel/schemas";
import { taskFilterShape } from "./analytics.schema";
import { longestPeriod } from "./periods.rules";

/** What can be had by mail. */
export const reportScreens = ["project", "user", "department"] as const;
export type ReportScreen = (typeof reportScreens)[number];

const screen = () =>
  string()
    .oneOf([...reportScreens])
    .required("field.required");

export const reportReply = object({
  id: reply.id(),
  screen: screen(),
  subject_id: reply.numberOrNull(),
  days: reply.number(),
});
export type Report = InferType<typeof reportReply>;

const guarded = { feature: "analytics", scope: "analytics-user-list" } as const;

export const listReports = endpoint({
  method: "GET",
  path: "/analytics/report",
  ...guarded,
  summary: "Which views of analytics one gets by mail each Monday.",
  reply: dataReply(array(reportReply).required()),
});

/** Names an entity in its path or its body as its screen does. */
const subject = () => wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const subscribeToReport = endpoint({
  method: "POST",
  path: "/analytics/report",
  ...guarded,
  summary: "Sends oneself a view of analytics as PDF each Monday; asked for again, as it is filtered now.",
  body: object({
    screen: screen(),
    /** A project, a person or a department; without it the whole organisation. */
    subject_id: subject(),
    days: wholeNumber(7, longestPeriod).default(30),
    tag_id: taskFilterShape.tag_id,
    priority: taskFilterShape.priority,
    user_id: idField("user"),
  }),
  reply: dataReply(reportReply),
  problems: ["permission.denied"],
  example: { body: { screen: "department" } },
});

export const unsubscribeFromReport = endpoint({
  method: "DELETE",
  path: "/analytics/report/:id",
  ...guarded,
  summary: "Sends one a view of analytics no more.",
  params: object({ id: pathId("analyticsReport") }),
  reply: messageReply,
});
