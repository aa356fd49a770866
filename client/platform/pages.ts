import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "./api";
import { keyOf } from "./query";

interface PageReply {
  data: readonly { id: number }[];
  meta: { page: number; last_page: number; total: number };
}

/** A call whose answer is one page of a list. */
type PagedEndpoint<E extends Endpoint> = ReplyOf<E> extends PageReply ? E : never;
type RowOf<E extends Endpoint> = ReplyOf<E> extends { data: readonly (infer Row)[] } ? Row : never;

export interface Pages<E extends Endpoint> {
  rows: RowOf<E>[];
  /** Of the list as a whole, as its first page said: what happened since then is followed from there. */
  meta: ReplyOf<E> extends { meta: infer Meta } ? Meta : never;
}

/**
 * A list page by page, each row once: between two pages something may have come in, and then the last row of one is the first
 * of the next. Live, since its key begins like that of the call. `query` names the rows of a page (`per_page`).
 */
export function usePages<E extends Endpoint>(
  endpoint: PagedEndpoint<E>,
  { params, query }: { params?: ParamsOf<E>; query: Partial<QueryOf<E>> },
) {
  return useInfiniteQuery<PageReply, Error, Pages<E>, unknown[], number>({
    queryKey: [...keyOf(endpoint as Endpoint, params ?? {}, query), "pages"],
    queryFn: ({ pageParam: page, signal }) =>
      call(endpoint as Endpoint, { params, query: { ...query, page }, signal }) as Promise<PageReply>,
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: ({ pages }) =>
      ({
        rows: [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()],
        meta: pages[0]?.meta,
      }) as Pages<E>,
  });
}
