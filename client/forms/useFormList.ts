import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type FormRequest, listFormRequests } from "../../shared/forms/forms.contract";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "../platform/api";
import { keyOf } from "../platform/query";

type Page = ReplyOf<typeof listFormRequests>;

const pageSize = 50;

/** Filled forms page by page, the latest first; live, since its key begins like that of the call. */
export function useFormList(query: Partial<QueryOf<typeof listFormRequests>>) {
  return useInfiniteQuery<Page, Error, FormRequest[], unknown[], number>({
    queryKey: [...keyOf(listFormRequests, {}, query), "pages"],
    queryFn: ({ pageParam: page, signal }) =>
      call(listFormRequests, { query: { ...query, per_page: pageSize, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: ({ pages }) => once(pages.flatMap(({ data }) => data)),
  });
}

/** Between two pages something may have been sent: then the last of one is the first of the next. */
const once = (rows: readonly FormRequest[]) => [...new Map(rows.map((row) => [row.id, row])).values()];
