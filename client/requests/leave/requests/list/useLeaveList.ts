import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReplyOf } from "../../../../../shared/kernel/endpoint";
import { listLeave } from "../../../../../shared/requests/leave/requests/leave.contract";
import { call } from "../../../../platform/api";
import type { LeaveFilter } from "./leave-filters";

type Page = ReplyOf<typeof listLeave>;
const pageSize = 50;

export function useLeaveList({ scope, status, type, user, department, from, to }: LeaveFilter) {
  const query = {
    scope,
    status: status ?? undefined,
    leave_type_id: type ?? undefined,
    user_id: user ?? undefined,
    department_id: department ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    per_page: pageSize,
  };
  return useInfiniteQuery({
    queryKey: [listLeave.path, {}, query],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(listLeave, { query: { ...query, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last: Page) => last.meta.next,
    placeholderData: (before) => before,
  });
}
