import { array, mixed, object } from "yup";
import { string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { messageReply, pathId, reply } from "../../kernel/fields";

/** An event that failed repeatedly and was set aside so that later events are processed. */
export const parkedEventReply = object({
  id: reply.id(),
  type: reply.text(),
  stream: reply.text(),
  revision: reply.number(),
  at: reply.text(),
  parked_at: reply.text(),
  attempts: reply.number(),
  last_error: reply.textOrNull(),
  data: mixed<Record<string, unknown>>().required(),
});

export const listParkedEvents = endpoint({
  method: "GET",
  path: "/audit/parked-events",
  summary: "Lists events that failed repeatedly and need attention, newest first.",
  permission: "audit-list",
  reply: object({ message: string(), data: array(parkedEventReply).required() }),
});

export const retryParkedEvent = endpoint({
  method: "PUT",
  path: "/audit/parked-events/:id/retry",
  summary: "Retries a parked event. It is parked again if it fails.",
  permission: "audit-list",
  params: object({ id: pathId("event") }),
  reply: messageReply,
});
