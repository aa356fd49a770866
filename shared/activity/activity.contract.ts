import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { idField, pathId, reply, wholeNumber } from "../kernel/fields";
import { personReply } from "../people/people.contract";

/**
 * One line of history: an event of the log, told by the client in the reader's language. Where its data say `shortened`, a text in them is
 * the beginning of a longer one, in plain words.
 */
export const activityReply = object({
  id: reply.id(),
  type: reply.text(),
  actor: personReply.nullable().defined(),
  at: reply.text(),
  data: mixed<Record<string, unknown>>().required(),
});
export type Activity = InferType<typeof activityReply>;

const named = () => array(object({ id: reply.id(), name: reply.text() })).required();

/**
 * What the ids in a history are called: as it is called now, or as it was when it went. Tasks by key and title.
 */
export const historyNamesReply = object({
  users: named(),
  groups: named(),
  tags: named(),
  columns: named(),
  tasks: named(),
});
export type HistoryNames = InferType<typeof historyNamesReply>;

/** How many lines a task brings along; older ones are asked for. */
export const historyPage = 200;

export const taskActivity = endpoint({
  method: "GET",
  path: "/task/:id/activity",
  scope: "project-view",
  summary:
    "The history of one task, newest first: the events of the log, older than `before`. Long texts are shortened; a line that is asked for alone (`per_page=1`) has them whole.",
  params: object({ id: pathId("task") }),
  query: object({ per_page: wholeNumber(1, historyPage), before: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
  reply: object({
    message: string(),
    data: array(activityReply).required(),
    names: historyNamesReply,
    /** Whether there are older ones. */
    more: boolean().required(),
  }),
});

export const recentActivity = endpoint({
  method: "GET",
  path: "/activity",
  scope: "project-view",
  summary: "What happened lately in the projects one is in, newest first.",
  query: object({
    per_page: wholeNumber(1, 100),
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    project_id: idField("project"),
  }),
  reply: object({ message: string(), data: array(activityReply.shape({ project_id: reply.id() })).required() }),
});
