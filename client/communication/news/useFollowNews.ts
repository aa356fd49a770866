import { newsStream } from "../../../shared/communication/news/news.events";
import { listNews, readNewsPage, readNews } from "../../../shared/communication/news/news.contract";
import { type FollowableRecord, useFollowRecords } from "../../platform/live/useFollowRecords";
import { queryKeyOf } from "../../platform/query";

const followed = {
  streamOf: newsStream,
  // Invalidates the lists after the article's audience no longer includes the user.
  withdrawnFrom: (id: number) => [queryKeyOf(listNews), queryKeyOf(readNewsPage), queryKeyOf(readNews, { id })],
};

export const useFollowNews = (articles: readonly FollowableRecord[] | undefined): void =>
  useFollowRecords(articles ?? [], followed);
