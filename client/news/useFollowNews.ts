import { newsStream } from "../../shared/kernel/events";
import { listNews, newsOverview, readNews } from "../../shared/news/news.contract";
import { type Followable, useFollowing } from "../platform/live/useFollowing";
import { keyOf } from "../platform/query";

const followed = {
  streamOf: newsStream,
  // What is for others from now on goes from the lists.
  withdrawnFrom: (id: number) => [keyOf(listNews), keyOf(newsOverview), keyOf(readNews, { id })],
};

/** Follows the articles on the screen. */
export const useFollowNews = (articles: readonly Followable[] | undefined): void =>
  useFollowing(articles ?? [], followed);
