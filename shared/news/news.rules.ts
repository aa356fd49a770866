import type { Reaction } from "../comments/comments.contract";
import { reactionEmoji } from "../comments/comments.schema";
import type { EventOf } from "../kernel/events";
import type { NewsArticle } from "./news.replies";
import type { NewsEvents } from "./news.events";

/** Where an article is read: in links, in notifications, in mails. */
export const newsPath = (id: number | string): string => `/news-section/${id}`;

/** What people read in a minute, in any of the languages. */
const wordsPerMinute = 200;

/** How long one reads, in whole minutes. */
export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute));

const place = ({ emoji }: Reaction): number => reactionEmoji.indexOf(emoji);

type Pressed = Pick<NewsEvents["news.reacted"], "emoji" | "on" | "user">;

/** Reactions with one more, or one less; in the order of the choice. Twice the same is as once. */
function reactedTo(reactions: readonly Reaction[], { emoji, on, user }: Pressed): Reaction[] {
  const known = reactions.find((each) => each.emoji === emoji)?.users ?? [];
  const without = known.filter(({ id }) => id !== user.id);
  const users = on ? [...without, user] : without;
  const others = reactions.filter((each) => each.emoji !== emoji);
  return (users.length > 0 ? [...others, { emoji, users }] : others).toSorted((a, b) => place(a) - place(b));
}

/**
 * The article as it is after something that was told of it; null: it has to be read again. What comes out is what a fresh
 * read gives (tests/news).
 */
export function applyToArticle(article: NewsArticle, event: EventOf<NewsEvents>): NewsArticle | null {
  switch (event.type) {
    case "news.commented": {
      const { comment, comment_count } = event.data;
      const own = comment.author.id === article.reader_id;
      const shown = { ...comment, reactions: [], can: { delete: own || article.can.edit } };
      return {
        ...article,
        comment_count,
        comments: [...article.comments.filter(({ id }) => id !== comment.id), shown],
      };
    }
    case "news.comment_deleted": {
      const { id, comment_count } = event.data;
      return { ...article, comment_count, comments: article.comments.filter((comment) => comment.id !== id) };
    }
    case "news.comment_reacted": {
      const comments = article.comments.map((comment) =>
        comment.id === event.data.comment_id
          ? { ...comment, reactions: reactedTo(comment.reactions, event.data) }
          : comment,
      );
      return { ...article, comments };
    }
    case "news.reacted":
      return { ...article, reactions: reactedTo(article.reactions, event.data) };
    default:
      return null;
  }
}
