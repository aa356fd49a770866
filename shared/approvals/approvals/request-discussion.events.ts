import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { familyReply } from "./approvals.contract";

const requestRef = object({
  id: reply.id(),
  family: familyReply(),
  requester: personReply,
});
const commented = requestRef.shape({ comment_id: reply.id() });
const attached = requestRef.shape({ attachment_id: reply.id(), name: reply.text() });

export const requestDiscussionEvents = defineEvents({
  "request.commented": commented,
  "request.comment_deleted": commented,
  "request.attached": attached,
  "request.attachment_deleted": attached,
});

export interface RequestDiscussionEvents extends EventsOf<typeof requestDiscussionEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends RequestDiscussionEvents {}
}
