import { array, type InferType, mixed, object, string } from "yup";
import { endpoint } from "../kernel/endpoint";
import { reply, wholeNumber } from "../kernel/fields";
import { personReply } from "../people/people.contract";

/** One line of history: an event of the log, told by the client in the reader's language. */
export const activityReply = object({
  id: reply.id(),
  type: reply.text(),
  actor: personReply.nullable().defined(),
  at: reply.text(),
  data: mixed<Record<string, unknown>>().required(),
});
export type Activity = InferType<typeof activityReply>;

export const recentActivity = endpoint({
  method: "GET",
  path: "/activity",
  summary: "What happened lately in the projects one is in, newest first.",
  query: object({
    per_page: wholeNumber(1, 100),
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    project_id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  }),
  reply: object({ message: string(), data: array(activityReply.shape({ project_id: reply.id() })).required() }),
});
