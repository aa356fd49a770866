import type { Reaction } from "../../shared/comments/comments.contract";
import type { ReactionEmoji } from "../../shared/comments/comments.schema";
import type { EventOf } from "../../shared/kernel/events";
import { reactToNews, reactToNewsComment, readNews } from "../../shared/news/news.contract";
import type { NewsEvents } from "../../shared/news/news.events";
import type { NewsArticle, NewsComment } from "../../shared/news/news.replies";
import { applyToArticle } from "../../shared/news/news.rules";
import type { Reacting } from "../comments/useReactions";
import { changeKnown, keyOf, queryClient, useAction } from "../platform/query";
import { useCurrentUser } from "../platform/session";

/** A press shows at once, as the event that will say the same; a refusal has the article read again. */
export function useNewsReactions({ id, reactions }: Pick<NewsArticle, "id" | "reactions">): Reacting {
  const send = useAction(reactToNews, { onProblem: () => readAgain(id) });
  const pressing = usePressing(reactions);
  const react = (emoji: ReactionEmoji, on: boolean) => {
    showAtOnce({ type: "news.reacted", data: { article_id: id, emoji, on, user: pressing.me }, ...unheard });
    send.mutate({ params: { id }, body: { emoji, on } });
  };
  return { ...pressing, react };
}

/** The same of a comment. */
export function useNewsCommentReactions(articleId: number, comment: NewsComment): Reacting {
  const send = useAction(reactToNewsComment, { onProblem: () => readAgain(articleId) });
  const pressing = usePressing(comment.reactions);
  const react = (emoji: ReactionEmoji, on: boolean) => {
    const data = { article_id: articleId, comment_id: comment.id, emoji, on, user: pressing.me };
    showAtOnce({ type: "news.comment_reacted", data, ...unheard });
    send.mutate({ params: { id: comment.id }, body: { emoji, on } });
  };
  return { ...pressing, react };
}

/** Of an event that the server hasn't told of yet. */
const unheard = { revision: 0, id: 0, actor: null, at: "" } as const;

function usePressing(shown: Reaction[]) {
  const { id, fullname, image } = useCurrentUser();
  const isOwn = (emoji: string) => shown.some((one) => one.emoji === emoji && one.users.some((user) => user.id === id));
  return { shown, isOwn, me: { id, fullname, image } };
}

const readAgain = (id: number) => void queryClient.invalidateQueries({ queryKey: keyOf(readNews, { id }) });

function showAtOnce(event: EventOf<Pick<NewsEvents, "news.reacted" | "news.comment_reacted">>): void {
  const queryKey = keyOf(readNews, { id: event.data.article_id });
  changeKnown<{ data: NewsArticle }>(queryClient, queryKey, (known) => {
    const after = applyToArticle(known.data, event);
    return after ? { ...known, data: after } : known;
  });
}
