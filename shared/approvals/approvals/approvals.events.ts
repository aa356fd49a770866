import { array, type InferType, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { familyReply } from "./approvals.contract";
import { delegationReply } from "./delegation.contract";

const family = familyReply();
const ids = array(reply.id()).required();

const requestRef = object({
  id: reply.id(),
  family,
  type: reply.text(),
  status: reply.text(),
  version: reply.number(),
  title: reply.text(),
  requester: personReply,
});

const inboxChange = object({
  request_id: reply.id(),
  family,
  type: reply.text(),
  /** Version of the request; inboxes drop entries of earlier versions. */
  version: reply.number(),
});
export type InboxChange = InferType<typeof inboxChange>;

const rerouted = requestRef.shape({
  step: reply.number(),
  /** Display name of the previous approver, a user or a role. */
  from: reply.text(),
  waits_for: ids,
  /** Ids of previous approvers who can still decide, such as an approver skipped because of leave. */
  still: array(reply.id()),
});

const delegation = delegationReply.omit(["can"]);

/** Published on the streams of the requester, the approvers and the users who decided. Screens reload the request. */
export const approvalEvents = defineEvents({
  "request.sent": requestRef.shape({ again: boolean().required() }),
  /** `step` is the index of the decided step. `waits_for` holds the ids of the next approvers, if any. */
  "request.decided": requestRef.shape({
    step: reply.number(),
    decision: string().oneOf(["approved", "rejected", "changes_requested"]).required(),
    note: reply.textOrNull(),
    on_behalf_of: personReply.nullable().defined(),
    waits_for: ids,
  }),
  /** The request was entered on the requester's behalf, which also approves it. */
  "request.entered": requestRef,
  /** The approver undid the decision; the request waits for the users in `waits_for` again. */
  "request.decision_undone": requestRef.shape({ step: reply.number(), waits_for: ids }),
  "request.cancelled": requestRef.shape({
    /** Users who approved a step and may already rely on the approval. */
    approved_by: ids,
    last_day: string(),
    /** Set on other users' streams instead of `last_day`, which they may not see. */
    closed: boolean().isTrue(),
  }),
  /** The request's date passed without a decision. The event is published on the approvers' streams too. */
  "request.expired": requestRef,
  "request.escalated": rerouted,
  /** The step has a new approver because the previous one left or lost the permission. */
  "request.rerouted": rerouted,
  "request.handed": rerouted.shape({ to: personReply, note: reply.textOrNull() }),
  "inbox.added": inboxChange,
  "inbox.removed": inboxChange,
  /** Published on the tenant's stream; screens that show the rules or settings reload. */
  "approval_rules.changed": object({ family }),
  "approval_setting.changed": object({ four_eyes: boolean().required() }),
  "delegation.created": delegation,
  "delegation.became_effective": delegation,
  "delegation.ended": delegation,
});

export interface ApprovalEvents extends EventsOf<typeof approvalEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ApprovalEvents {}
}
