import type { Comment } from "./comments.contract";

/** On the project's stream. `can` differs from reader to reader and is left out: the author may edit. */
export interface CommentEvents {
  "comment.created": Omit<Comment, "can"> & { project_id: number; key: string; title: string; mentions: number[] };
  /** `newly_mentioned` are those of `mentions` who weren't before the change. */
  "comment.updated": Omit<Comment, "can"> & {
    project_id: number;
    key: string;
    title: string;
    mentions: number[];
    newly_mentioned: number[];
  };
  "comment.deleted": { id: number; task_id: number; project_id: number; key: string; title: string };
}
