import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { decidedByMe, inbox, type InboxEntry, type InboxKind } from "../../shared/approvals/approvals.contract";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "../platform/api";
import { keyOf } from "../platform/query";
import type { InboxAddress } from "./useInboxAddress";

const pageSize = 50;

interface Shown {
  entries: InboxEntry[];
  kinds: InboxKind[];
}

type Page = Pick<ReplyOf<typeof inbox>, "data"> & { next: string | null; kinds: InboxKind[] };

/** One list, read on while one scrolls; events of requests make every page of it old. */
export function useInboxList({ tab, family, type, sort }: Pick<InboxAddress, "tab" | "family" | "type" | "sort">) {
  const filters = { family: family ?? "", type: type ?? "", sort, per_page: pageSize } as const;
  const waits = tab === "waiting";
  return useInfiniteQuery<Page, Error, Shown, unknown[], string>({
    queryKey: [...keyOf(waits ? inbox : decidedByMe, {}, filters), "pages"],
    initialPageParam: "",
    queryFn: async ({ pageParam: after, signal }) => {
      if (waits) {
        const { data, meta } = await call(inbox, { query: { ...filters, after }, signal });
        return { data, next: meta.next, kinds: meta.kinds };
      }
      const page = Number(after || "1");
      const { data, meta } = await call(decidedByMe, {
        query: { family: filters.family, page, per_page: pageSize },
        signal,
      });
      return { data, next: page < meta.last_page ? String(page + 1) : null, kinds: [] };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({ entries: pages.flatMap(({ data }) => data), kinds: pages[0]?.kinds ?? [] }),
  });
}
