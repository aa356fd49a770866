import type { DomainEvents } from "../../../shared/domain-events";
import type { LiveEvent } from "../../../shared/kernel/events";
import { editableNews, listNews, newsOverview, newsReaders, readNews } from "../../../shared/news/news.contract";
import type { NewsArticle } from "../../../shared/news/news.replies";
import { newsChoices } from "../../../shared/news/news-sections.contract";
import type { NewsEvents } from "../../../shared/news/news.events";
import { applyToArticle } from "../../../shared/news/news.rules";
import { changeKnown, keyOf } from "../query";
import type { Cache } from "./live-queries";

/** Lists, and what stands beside them. */
const lists = (_: unknown, cache: Cache) => {
  for (const read of [listNews, newsOverview]) cache.now(keyOf(read));
};

/** The article and its lists. */
const whole = (event: { data: { id: number } }, cache: Cache) => {
  lists(event, cache);
  cache.touch(keyOf(newsChoices));
  for (const read of [readNews, editableNews, newsReaders]) cache.now(keyOf(read, { id: event.data.id }));
};

type Said = "news.commented" | "news.comment_deleted" | "news.comment_reacted" | "news.reacted";

/** What is said to an article changes it where it is shown, without asking for it again. */
const said = <Type extends Said>(event: LiveEvent<Type, DomainEvents[Type]>, cache: Cache) => {
  const queryKey = keyOf(readNews, { id: event.data.article_id });
  changeKnown<{ data: NewsArticle }>(cache.client, queryKey, (known) => {
    const after = applyToArticle(known.data, event as never);
    return after ? { ...known, data: after } : known;
  });
  if (event.type === "news.commented" || event.type === "news.comment_deleted") lists(event, cache);
};

type Effect<Type extends keyof DomainEvents> = (event: LiveEvent<Type, DomainEvents[Type]>, cache: Cache) => void;

const readers = (event: { data: { id: number } }, cache: Cache) => cache.now(keyOf(newsReaders, { id: event.data.id }));

export const newsQueries: { [Type in keyof NewsEvents]: Effect<Type> } = {
  "news.published": whole,
  "news.updated": whole,
  "news.withdrawn": whole,
  "news.deleted": whole,
  "news.commented": said,
  "news.comment_deleted": said,
  "news.comment_reacted": said,
  "news.reacted": said,
  "news_list.changed": lists,
  "news.read": readers,
  "news.reminded": readers,
};
