import type { Actor } from "../kernel/events";
import type { Comment } from "./comments.contract";
import type { ReactionEmoji } from "./comments.schema";

/** `can` differs from reader to reader and is left out: the author may edit. */
export type CommentFacts = Omit<Comment, "can" | "reactions">;

interface AboutTask {
  project_id: number;
  key: string;
  title: string;
}

/** Who answered a comment with what. */
interface Reacted extends AboutTask {
  comment_id: number;
  task_id: number;
  emoji: ReactionEmoji;
  user: Actor;
}

/** On the project's stream. */
export interface CommentEvents {
  "comment.created": CommentFacts & AboutTask & { mentions: number[] };
  /** `newly_mentioned` are those of `mentions` who weren't before the change. */
  "comment.updated": CommentFacts & AboutTask & { mentions: number[]; newly_mentioned: number[] };
  "comment.deleted": AboutTask & { id: number; task_id: number };
  /** The whole comment: screens have dropped it. */
  "comment.restored": Omit<Comment, "can"> & AboutTask;
  "reaction.added": Reacted;
  "reaction.removed": Reacted;
}
