import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { listFinance } from "../../shared/finance/finance.contract";
import type { Finance } from "../../shared/finance/finance-reply.contract";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "../platform/api";
import { keyOf } from "../platform/query";

type Page = ReplyOf<typeof listFinance>;

export interface FinanceList {
  rows: Finance[];
  /** Of everything that fits, not of what is shown. */
  meta: Page["meta"];
}

const pageSize = 50;

/** Page by page, the latest first; live, since its key begins like that of the call. */
export function useFinanceList(query: Partial<QueryOf<typeof listFinance>>) {
  return useInfiniteQuery<Page, Error, FinanceList, unknown[], number | undefined>({
    queryKey: [...keyOf(listFinance, {}, query), "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(listFinance, { query: { ...query, per_page: pageSize, after: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      rows: once(pages.flatMap((page) => page.data)),
      meta: (pages[0] as Page).meta,
    }),
  });
}

/** Between two pages something may have been sent: then the last of one is the first of the next. */
const once = (rows: readonly Finance[]) => [...new Map(rows.map((row) => [row.id, row])).values()];
