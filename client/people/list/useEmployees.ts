import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { listUsers } from "../../../shared/people/users.contract";
import { call } from "../../platform/api";
import { keyOf } from "../../platform/query";

type Page = ReplyOf<typeof listUsers>;
export type Employee = Page["data"][number];

export interface EmployeeList {
  rows: Employee[];
  meta: Page["meta"];
}

const pageSize = 50;

/** Page by page; live, since its key begins like that of the call. */
export function useEmployees(query: Partial<QueryOf<typeof listUsers>>) {
  return useInfiniteQuery<Page, Error, EmployeeList, unknown[], number>({
    queryKey: [...keyOf(listUsers, {}, query), "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { ...query, per_page: pageSize, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      // Between two pages somebody may have come in: then the last of one is the first of the next.
      rows: [...new Map(pages.flatMap((page) => page.data).map((row) => [row.id, row])).values()],
      meta: (pages[0] as Page).meta,
    }),
  });
}
