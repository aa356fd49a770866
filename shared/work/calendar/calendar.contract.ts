import { type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, messageReply, pathId, reply, textField } from "../../kernel/fields";

/** Maximum length of the filter in the address of a calendar. */
export const maxFeedQueryLength = 4_000;

const taskFeedReply = object({
  /** Filter as in the address of the calendar. */
  query: reply.text(),
  created_at: reply.text(),
  used_at: reply.textOrNull(),
});
export type TaskFeed = InferType<typeof taskFeedReply>;

const path = "/project/:id/calendar-feed";
const params = object({ id: pathId("project") });

export const readTaskFeed = endpoint({
  method: "GET",
  path,
  scope: "project-view",
  summary: "Returns the caller's calendar address of a project, without the address itself; null if there is none.",
  params,
  reply: dataReply(taskFeedReply.nullable().defined()),
});

export const createTaskFeed = endpoint({
  method: "POST",
  path,
  summary:
    "Creates a calendar address of a project's tasks that match a filter, returned only once. The caller's previous address of the project stops working.",
  params,
  body: object({ query: textField(maxFeedQueryLength) }),
  reply: dataReply(taskFeedReply.shape({ path: reply.text() })),
  status: 201,
  tellsSecret: true,
  example: { body: { query: "tag_id=1" } },
});

export const revokeTaskFeed = endpoint({
  method: "DELETE",
  path,
  scope: "project-view",
  summary: "Revokes the caller's calendar address of a project.",
  params,
  reply: messageReply,
  problems: ["notFound"],
});
