import type { Reaction } from "../../work/comments/comments.contract";
import { reactionEmoji } from "../../work/comments/comments.schema";
import type { EventOf } from "../../kernel/events";
import type { NewsArticle } from "./news.replies";
import type { NewsEvents } from "./news.events";

/** An average reading speed for all languages. */
const wordsPerMinute = 200;

export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute));

const emojiIndex = ({ emoji }: Reaction): number => reactionEmoji.indexOf(emoji);

type ReactionChange = Pick<NewsEvents["news.reacted"], "emoji" | "on" | "user">;

function applyReaction(reactions: readonly Reaction[], { emoji, on, user }: ReactionChange): Reaction[] {
  const currentUsers = reactions.find((each) => each.emoji === emoji)?.users ?? [];
  const without = currentUsers.filter(({ id }) => id !== user.id);
  const users = on ? [...without, user] : without;
  const others = reactions.filter((each) => each.emoji !== emoji);
  return (users.length > 0 ? [...others, { emoji, users }] : others).toSorted((a, b) => emojiIndex(a) - emojiIndex(b));
}

/**
 * Applies an event to an article. Returns null if the article must be reloaded. The result equals the reply of a new request
 * (tests/communication/news).
 */
export function applyToArticle(article: NewsArticle, event: EventOf<NewsEvents>): NewsArticle | null {
  switch (event.type) {
    case "news.commented": {
      const { comment, comment_count } = event.data;
      const own = comment.author.id === article.reader_id;
      const visibleComment = { ...comment, reactions: [], can: { delete: own || article.can.edit } };
      return {
        ...article,
        comment_count,
        comments: [...article.comments.filter(({ id }) => id !== comment.id), visibleComment],
      };
    }
    case "news.comment_deleted": {
      const { id, comment_count } = event.data;
      return { ...article, comment_count, comments: article.comments.filter((comment) => comment.id !== id) };
    }
    case "news.comment_reacted": {
      const comments = article.comments.map((comment) =>
        comment.id === event.data.comment_id
          ? { ...comment, reactions: applyReaction(comment.reactions, event.data) }
          : comment,
      );
      return { ...article, comments };
    }
    case "news.reacted":
      return { ...article, reactions: applyReaction(article.reactions, event.data) };
    default:
      return null;
  }
}
