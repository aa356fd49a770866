import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { idField, pathId, reply, wholeNumber } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

/**
 * An entry of the history; the client renders the event in the reader's language. If `data.shortened` is set, a text in `data` is only the
 * plain-text beginning of a longer text.
 */
export const activityReply = object({
  id: reply.id(),
  type: reply.text(),
  actor: personReply.nullable().defined(),
  at: reply.text(),
  data: mixed<Record<string, unknown>>().required(),
});
export type Activity = InferType<typeof activityReply>;

const namedRecords = () => array(object({ id: reply.id(), name: reply.text() })).required();

/** Names for the ids in a history: the current names, or the last names before deletion. Tasks have a key and a title. */
export const historyNamesReply = object({
  users: namedRecords(),
  groups: namedRecords(),
  tags: namedRecords(),
  columns: namedRecords(),
  tasks: namedRecords(),
});
export type HistoryNames = InferType<typeof historyNamesReply>;

export const historyPage = 200;

export const listTaskActivity = endpoint({
  method: "GET",
  path: "/task/:id/activity",
  scope: "project-view",
  summary:
    "Returns a task's activity from the event log, newest first and older than `before`. Long texts are truncated unless a single entry is requested (`per_page=1`).",
  params: object({ id: pathId("task") }),
  query: object({ per_page: wholeNumber(1, historyPage), before: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
  reply: object({
    message: string(),
    data: array(activityReply).required(),
    names: historyNamesReply,
    more: boolean().required(),
  }),
});

export const listRecentActivity = endpoint({
  method: "GET",
  path: "/activity",
  scope: "project-view",
  summary: "Returns recent activity in the caller's projects, newest first.",
  query: object({
    per_page: wholeNumber(1, 100),
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    project_id: idField("project"),
  }),
  reply: object({ message: string(), data: array(activityReply.shape({ project_id: reply.id() })).required() }),
});
