import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { insertMessageValues } from "../../kernel/text/message-values";
import { endpoint } from "../../kernel/endpoint";
import { dayNumber } from "../../kernel/day-number";
import { dataReply, dayField, idField, pageMeta, pagingShape, reply } from "../../kernel/fields";
import { boardReply } from "../tasks/tasks.contract";

/**
 * A project on the timeline: its dates and its complete board, so that clients can apply stream events. Pages with large projects omit some
 * boards, which clients load individually.
 */
export const timelineProjectReply = object({
  id: reply.id(),
  title: reply.text(),
  code: reply.text(),
  color: reply.text(),
  start_date: reply.textOrNull(),
  end_date: reply.textOrNull(),
  archived: boolean().required(),
  can: object({ edit: boolean().required() }),
  board: boardReply.pick(["data", "revision", "epoch", "users", "groups", "tags", "fields"]).nullable().default(null),
});
type AnsweredProject = InferType<typeof timelineProjectReply>;
export type TimelineProject = AnsweredProject & { board: NonNullable<AnsweredProject["board"]> };

export const hasBoard = (project: AnsweredProject): project is TimelineProject => project.board !== null;

export const readTimeline = endpoint({
  method: "GET",
  path: "/timeline",
  scope: "project-view",
  expensive: true,
  summary: "Lists the visible projects with their tasks, paginated by project; or one project, archived or not.",
  query: object({ project_id: idField("project"), ...pagingShape }),
  reply: object({ message: string(), data: array(timelineProjectReply).required(), meta: pageMeta }),
});

/** Maximum number of days per call, more than a screen can display at once. */
const longestCapacity = 1_100;
export const maxCapacities = 2_000;

export const readCapacity = endpoint({
  method: "GET",
  path: "/timeline/capacity",
  scope: "project-view",
  summary:
    "Returns the capacity in minutes of the visible projects' members between two days: working days minus holidays and approved leave, without details. Empty for external users.",
  query: object({
    project_id: idField("project"),
    from: dayField().required("field.required"),
    to: dayField().required("field.required"),
  }).test("range", "field.endBeforeStart", ({ from, to }, context) => {
    if (typeof from !== "string" || typeof to !== "string") return true; // the field's own validation reports it
    if (to < from) return context.createError({ path: "to", message: "field.endBeforeStart" });
    const isTooLong = dayNumber(to) - dayNumber(from) > longestCapacity;
    return isTooLong
      ? context.createError({
          path: "to",
          message: insertMessageValues("field.longestPeriod", { days: longestCapacity + 1 }),
        })
      : true;
  }),
  reply: dataReply(array(object({ user_id: reply.id(), minutes: reply.number() })).required()),
  example: { query: { from: "2030-01-01", to: "2030-01-31" } },
});
