import { array, object } from "yup";
import { defineEvents, type EventsOf, type StreamName } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { reactionField } from "../../work/comments/comments.contract";
import { newsCommentReply } from "./news.replies";

const article = object({ id: reply.id() });
/** `after` is null for the first reminder of the day. */
const mornings = object({ after: reply.textOrNull(), until: reply.text() });
const reaction = object({
  article_id: reply.id(),
  emoji: reactionField(),
  on: boolean().required(),
  user: personReply,
});

export const newsEvents = defineEvents({
  "news.published": article,
  "news.updated": article,
  "news.withdrawn": article,
  /**
   * A worker notifies users who must confirm that they read the article and have not done so. With `mornings`, only users whose reminder is
   * due in this time, because their mornings begin at different times.
   */
  "news.reminded": article.shape({ mornings: mornings.nullable() }),
  /**
   * The audience of a published article changed, or it must be read now. A worker notifies those who only now became readers, or must read
   * it only now; `before` is the audience until then. Published on the author's stream, because readers must not see that audience.
   */
  "news.readers_changed": article.shape({
    before: object({
      must_read: boolean().required(),
      everyone: boolean().required(),
      department_ids: array(reply.id()).required(),
      group_ids: array(reply.id()).required(),
      locations: array(string().required()).required(),
    }),
  }),
  "news.deleted": article,
  "news.commented": object({
    article_id: reply.id(),
    comment: newsCommentReply.omit(["can", "reactions"]),
    comment_count: reply.number(),
  }),
  "news.comment_deleted": object({ article_id: reply.id(), id: reply.id(), comment_count: reply.number() }),
  "news.comment_reacted": reaction.shape({ comment_id: reply.id() }),
  "news.reacted": reaction,
  "news_list.changed": article,
  /** A user read the article. Published on the author's stream. */
  "news.read": article,
});

export interface NewsEvents extends EventsOf<typeof newsEvents> {}

export const newsStream = (articleId: number): StreamName => `news:${articleId}`;

declare module "../../kernel/events" {
  interface DomainEvents extends NewsEvents {}
  interface FeatureStreams {
    news: true;
  }
}
