import { array, type InferType, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { commentReply, reactionField } from "./comments.contract";

const comment = commentReply.omit(["can", "reactions", "import"]);
export type CommentEventData = InferType<typeof comment>;

const aboutTask = { project_id: reply.id(), key: reply.text(), title: reply.text() };
const mentions = array(reply.id()).required();
const reacted = object({
  ...aboutTask,
  comment_id: reply.id(),
  task_id: reply.id(),
  emoji: reactionField(),
  user: personReply,
});

export const commentEvents = defineEvents({
  "comment.created": comment.shape({ ...aboutTask, mentions, author: personReply }),
  /** `newly_mentioned`: users in `mentions` who were not mentioned before. */
  "comment.updated": comment.shape({ ...aboutTask, mentions, newly_mentioned: mentions }),
  "comment.deleted": object({ ...aboutTask, id: reply.id(), task_id: reply.id() }),
  /** Contains the whole comment, because clients have removed it. */
  "comment.restored": commentReply.omit(["can"]).shape(aboutTask),
  "reaction.added": reacted,
  "reaction.removed": reacted,
});

export interface CommentEvents extends EventsOf<typeof commentEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends CommentEvents {}
}
