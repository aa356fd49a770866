import {
  readEditableNews,
  listNews,
  readNewsPage,
  listNewsReaders,
  readNews,
} from "../../../shared/communication/news/news.contract";
import { listNewsChoices } from "../../../shared/communication/news/news-sections.contract";
import type { NewsEvents } from "../../../shared/communication/news/news.events";
import type { NewsArticle } from "../../../shared/communication/news/news.replies";
import { applyToArticle } from "../../../shared/communication/news/news.rules";
import { type LiveCache, type LiveUpdates, noEffect } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

const lists = (_: unknown, cache: LiveCache) => cache.refetch(listNews, readNewsPage);

const article = (event: { data: { id: number } }, cache: LiveCache) => {
  lists(event, cache);
  cache.refetchSoon(listNewsChoices);
  for (const read of [readNews, readEditableNews, listNewsReaders])
    cache.refetch(queryKeyOf(read, { id: event.data.id }));
};

const inArticle = (event: { data: { article_id: number } }, cache: LiveCache) =>
  cache.patch<{ data: NewsArticle }>(queryKeyOf(readNews, { id: event.data.article_id }), (cached) => {
    const after = applyToArticle(cached.data, event as never);
    return after ? { ...cached, data: after } : cached;
  });

/** Lists show the number of comments. */
const comments = (event: { data: { article_id: number } }, cache: LiveCache) => {
  inArticle(event, cache);
  lists(event, cache);
};

const readers = ({ data: { id } }: { data: { id: number } }, cache: LiveCache) =>
  cache.refetch(queryKeyOf(listNewsReaders, { id }));

export const newsLive: LiveUpdates<NewsEvents> = {
  "news.published": article,
  "news.updated": article,
  "news.withdrawn": article,
  // For the worker; `news.updated` updates the screens.
  "news.readers_changed": noEffect,
  "news.deleted": article,
  "news.commented": comments,
  "news.comment_deleted": comments,
  "news.comment_reacted": inArticle,
  "news.reacted": inArticle,
  "news_list.changed": lists,
  "news.read": readers,
  "news.reminded": readers,
};
