import type { ReactionEmoji } from "../comments/comments.schema";
import type { Actor } from "../kernel/events";
import type { NewsComment } from "./news.replies";

/** Of an article on its own stream, which only those follow whom it is for; lists are told on people's own streams. */
export interface NewsEvents {
  /** For the first time, or again after it was taken down. */
  "news.published": { id: number };
  /** Its words, its files, for whom it is: who shows it reads it again. */
  "news.updated": { id: number };
  "news.withdrawn": { id: number };
  /** Whoever must read it and hasn't said so is told once more, by a worker. */
  "news.reminded": { id: number };
  "news.deleted": { id: number };
  "news.commented": { article_id: number; comment: Omit<NewsComment, "can" | "reactions">; comment_count: number };
  "news.comment_deleted": { article_id: number; id: number; comment_count: number };
  "news.comment_reacted": {
    article_id: number;
    comment_id: number;
    emoji: ReactionEmoji;
    on: boolean;
    user: Actor;
  };
  "news.reacted": { article_id: number; emoji: ReactionEmoji; on: boolean; user: Actor };
  /** On the stream of each reader and of the author: their lists may show it, another way, or no more. */
  "news_list.changed": { id: number };
  /** On the author's stream: somebody has read it. */
  "news.read": { id: number };
}
