import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "./api";
import { queryKeyOf } from "./query";

interface PageReply {
  data: readonly { id: number }[];
  meta: { page: number; last_page: number; total: number };
}

type PagedEndpoint<E extends Endpoint> = ReplyOf<E> extends PageReply ? E : never;
type RowOf<E extends Endpoint> = ReplyOf<E> extends { data: readonly (infer Row)[] } ? Row : never;

export interface PagedList<E extends Endpoint> {
  rows: RowOf<E>[];
  /** Metadata of the whole list, from the first page; later changes arrive as events. */
  meta: ReplyOf<E> extends { meta: infer Meta } ? Meta : never;
}

interface PagedRead<E extends Endpoint> {
  params?: ParamsOf<E>;
  query: Partial<QueryOf<E>>;
}

/** Cache key of a list that `usePagedList` reads. */
export const pagedListKey = <E extends Endpoint>(endpoint: E, { params, query }: PagedRead<E>): unknown[] => [
  ...queryKeyOf(endpoint, params ?? ({} as ParamsOf<E>), query),
  "pages",
];

/**
 * Infinite list without duplicates: a row added between two requests shifts the last row of one page to the next. Updated live, because its
 * key starts with the endpoint's. `query` contains `per_page`.
 */
export function usePagedList<E extends Endpoint>(endpoint: PagedEndpoint<E>, { params, query }: PagedRead<E>) {
  return useInfiniteQuery<PageReply, Error, PagedList<E>, unknown[], number>({
    queryKey: pagedListKey(endpoint as Endpoint, { ...(params && { params }), query }),
    queryFn: ({ pageParam: page, signal }) =>
      call(endpoint as Endpoint, { params, query: { ...query, page }, signal }) as Promise<PageReply>,
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: ({ pages }) =>
      ({
        rows: [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()],
        meta: pages[0]?.meta,
      }) as PagedList<E>,
  });
}
