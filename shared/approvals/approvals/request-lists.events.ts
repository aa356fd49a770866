import { type InferType, mixed, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";
import { familyReply, inboxEntryReply, requestReply, type RequestSummary, stepReply } from "./approvals.contract";

const listedRequest = object({
  id: reply.id(),
  family: familyReply(),
  request: requestReply,
  /** The request's row in the list of its family, with the fields of that list; null if the reader may not open it. */
  row: mixed<RequestSummary>().nullable().defined(),
  /** List scopes that contain the request: the reader's own requests, those of the reader's reports, or all requests. */
  scope: object({ mine: boolean().required(), team: boolean().required(), all: boolean().required() }),
  /** Inbox details for the requester and the approvers; `step` is the current step. */
  entry: object({ facts: mixed<Record<string, unknown>>().required(), step: stepReply.nullable().defined() })
    .nullable()
    .defined(),
  /** Set if the request waits for a decision of the reader, who decides as the approver or on another user's behalf. */
  waiting: inboxEntryReply.pick(["since", "on_behalf_of"]).nullable().defined(),
});
export type ListedRequestEvent = InferType<typeof listedRequest>;

export const requestListEvents = defineEvents({
  /** Published on the streams of all users who may see the request. Users who lost access get only `inbox.removed`. */
  "request_list.changed": listedRequest,
});

export interface RequestListEvents extends EventsOf<typeof requestListEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends RequestListEvents {}
}
