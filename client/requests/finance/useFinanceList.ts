import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { listFinance } from "../../../shared/requests/finance/finance.contract";
import type { Finance } from "../../../shared/requests/finance/finance-reply.contract";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { call } from "../../platform/api";
import { queryKeyOf } from "../../platform/query";

type Page = ReplyOf<typeof listFinance>;

export interface FinanceList {
  rows: Finance[];
  /** Covers all matching requests, not only the loaded pages. */
  meta: Page["meta"];
}

const pageSize = 50;

/** Paginated list, latest first. Its key starts with the endpoint's key, so that live events invalidate it. */
export function useFinanceList(query: Partial<QueryOf<typeof listFinance>>) {
  return useInfiniteQuery<Page, Error, FinanceList, unknown[], number | undefined>({
    queryKey: [...queryKeyOf(listFinance, {}, query), "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(listFinance, { query: { ...query, per_page: pageSize, after: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      rows: withoutDuplicates(pages.flatMap((page) => page.data)),
      meta: (pages[0] as Page).meta,
    }),
  });
}

/** A request submitted between two page loads shifts rows, so the same row may be on both pages. */
const withoutDuplicates = (rows: readonly Finance[]) => [...new Map(rows.map((row) => [row.id, row])).values()];
