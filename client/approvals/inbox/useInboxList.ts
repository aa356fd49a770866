import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import {
  listDecidedRequests,
  listInbox,
  type InboxEntry,
  type InboxKind,
  listSentRequests,
  type SentEntry,
} from "../../../shared/approvals/approvals/approvals.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { call } from "../../platform/api";
import { queryKeyOf } from "../../platform/query";
import type { InboxAddress, InboxTab } from "./useInboxAddress";

const pageSize = 50;

/** A row of the inbox: waiting, decided, or the user's own request. */
export type ListedEntry = SentEntry & Partial<Pick<InboxEntry, "on_behalf_of">>;

interface ShownList {
  entries: ListedEntry[];
  kinds: InboxKind[];
  requesters: ReplyOf<typeof listInbox>["meta"]["requesters"];
}

interface Page extends Omit<ShownList, "entries"> {
  data: ListedEntry[];
  next: string | null;
}

const endpointByTab = {
  waiting: listInbox,
  sent: listSentRequests,
  decided: listDecidedRequests,
} as const satisfies Record<InboxTab, unknown>;

interface InboxListOptions extends Pick<InboxAddress, "tab" | "family" | "type" | "sort" | "requester" | "q"> {
  /** Only requests sent by the user that are undecided or were returned for changes; the tab must be `sent`. */
  pending?: boolean;
}

export function useInboxList({ tab, family, type, sort, requester, q, pending }: InboxListOptions) {
  const shared = { family: family ?? "", q, per_page: pageSize, ...(pending ? { pending } : {}) } as const;
  const filters = { ...shared, type: type ?? "", sort, ...(requester === null ? {} : { requester_id: requester }) };
  return useInfiniteQuery<Page, Error, ShownList, unknown[], string>({
    queryKey: [...queryKeyOf(endpointByTab[tab], {}, tab === "waiting" ? filters : shared), "pages"],
    initialPageParam: "",
    queryFn: async ({ pageParam: after, signal }) => {
      if (tab === "waiting") {
        const { data, meta } = await call(listInbox, { query: { ...filters, after }, signal });
        return { data, next: meta.next, kinds: meta.kinds, requesters: meta.requesters };
      }
      const page = Number(after || "1");
      const query = { ...shared, page };
      const { data, meta } =
        tab === "sent"
          ? await call(listSentRequests, { query, signal })
          : await call(listDecidedRequests, { query, signal });
      return { data, next: page < meta.last_page ? String(page + 1) : null, kinds: [], requesters: [] };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      entries: pages.flatMap(({ data }) => data),
      kinds: pages[0]?.kinds ?? [],
      requesters: pages[0]?.requesters ?? [],
    }),
  });
}
