import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, messageReply, pathId, reply, wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { assertValidPeriod, periodShape, taskFilterShape } from "./analytics.schema";
import { maxPeriodDays } from "../../kernel/periods.rules";

export const reportScreens = ["project", "user", "department"] as const;
export type ReportScreen = (typeof reportScreens)[number];

/** Weekly reports are sent on Mondays, monthly reports on the first day of the month for the previous month. */
export const reportFrequencies = ["week", "month"] as const;
export type ReportFrequency = (typeof reportFrequencies)[number];
export const maxReaders = 20;

const screen = () =>
  string()
    .oneOf([...reportScreens])
    .required("field.required");

export const reportReply = object({
  id: reply.id(),
  screen: screen(),
  subject_id: reply.numberOrNull(),
  days: reply.number(),
  every: string()
    .oneOf([...reportFrequencies])
    .required(),
  user: object({ id: reply.id(), fullname: reply.text() }),
  /** The user who added the recipient; null if the recipient subscribed. */
  sender_id: reply.numberOrNull(),
});
export type Report = InferType<typeof reportReply>;

const guarded = { feature: "analytics", scope: "analytics-user-list" } as const;

export const listReports = endpoint({
  method: "GET",
  path: "/analytics/report",
  ...guarded,
  summary: "Lists the report subscriptions of the caller and those the caller created for others.",
  reply: dataReply(array(reportReply).required()),
});

/** Id of the subject in the path of the screen. */
const subject = () => wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** Query of `GET /analytics/report/file`, the PDF of a screen. It isn't in the contract, because its response isn't JSON. */
export const reportPdfQuery = object({
  screen: screen(),
  /** Id of a project, user or department. If omitted, the report covers the whole organization. */
  subject_id: subject(),
  from: periodShape.from,
  to: periodShape.to,
  ...taskFilterShape,
}).test("period", "field.endBeforeStart", assertValidPeriod);

export const subscribeToReport = endpoint({
  method: "POST",
  path: "/analytics/report",
  ...guarded,
  summary:
    "Schedules a weekly or monthly PDF report by e-mail to the caller or chosen people. Repeating the call updates its filters.",
  body: object({
    screen: screen(),
    /** Id of a project, user or department. If omitted, the report covers the whole organization. */
    subject_id: subject(),
    days: wholeNumber(7, maxPeriodDays).default(30),
    every: string()
      .oneOf([...reportFrequencies], "field.oneOf")
      .default("week"),
    /** Recipients, by default the caller. Users without access to the screen are rejected. */
    user_ids: array(idField("user").required()).max(maxReaders, "field.tooMany"),
    tag_id: taskFilterShape.tag_id,
    priority: taskFilterShape.priority,
    user_id: idField("user"),
  }),
  reply: dataReply(array(reportReply).required()),
  problems: ["permission.denied"],
  example: { body: { screen: "department" } },
});

export const unsubscribeFromReport = endpoint({
  method: "DELETE",
  path: "/analytics/report/:id",
  ...guarded,
  summary: "Cancels a scheduled report to the caller or to a recipient the caller chose.",
  params: object({ id: pathId("analyticsReport") }),
  reply: messageReply,
});
