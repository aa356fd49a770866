import { tryRules, listRules, readWaiting } from "../../../shared/approvals/approvals/approval-rules.contract";
import {
  listDecidedRequests,
  listInbox,
  countInbox,
  type InboxEntry,
  type RequestSummary,
  listSentRequests,
} from "../../../shared/approvals/approvals/approvals.contract";
import type { ApprovalEvents, InboxChange } from "../../../shared/approvals/approvals/approvals.events";
import { listDelegationHistory, listDelegations } from "../../../shared/approvals/approvals/delegation.contract";
import { readRequestDiscussion } from "../../../shared/approvals/approvals/request-discussion.contract";
import type { RequestDiscussionEvents } from "../../../shared/approvals/approvals/request-discussion.events";
import type { ListedRequestEvent, RequestListEvents } from "../../../shared/approvals/approvals/request-lists.events";
import {
  applyRequestToDecided,
  applyRequestToList,
  inboxListRules,
  type ListQuery,
  type ListRules,
  removeFromInbox,
  sentListRules,
} from "../../../shared/approvals/approvals/request-lists.rules";
import { readRequestRoute } from "../../../shared/approvals/approvals/request-route.contract";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

type WaitingCounts = Pick<ReplyOf<typeof listInbox>["meta"], "counts" | "kinds">;

/** Cached shape: a single page or an infinite list. The inbox's summary is in `meta` or next to `data`. */
interface Page extends Partial<WaitingCounts> {
  data: readonly never[];
  meta?: { total?: number | null; page?: number; last_page?: number | null; next?: unknown } & Partial<WaitingCounts>;
  next?: unknown;
}
type CachedList = Page | { pages: readonly Page[]; pageParams: unknown[] };
type ListChange = (pages: readonly Page[], query: ListQuery, ends: boolean) => readonly Page[] | "read";

function isLast({ next, meta }: Page): boolean {
  const following = next ?? meta?.next ?? null;
  const before = typeof meta?.last_page === "number" && (meta.page ?? 1) < meta.last_page;
  return following === null && !before;
}

/** Effects on other rows and on totals are refetched after a quiet period. */
function patchList(cache: LiveCache, endpoint: Endpoint, change: ListChange): void {
  cache.patch<CachedList>(queryKeyOf(endpoint), (cachedList, key) => {
    const pages = "pages" in cachedList ? cachedList.pages : [cachedList];
    const last = pages.at(-1);
    const next = change(pages, (key[2] ?? {}) as ListQuery, last === undefined || isLast(last));
    if (next === "read") cache.refetchSoon(key);
    if (next === "read" || next === pages) return cachedList;
    return "pages" in cachedList ? { ...cachedList, pages: next } : (next[0] ?? cachedList);
  });
  cache.refetchWhenQuiet(endpoint);
}

const applyToList =
  <Row>(rules: ListRules<Row>, event: ListedRequestEvent): ListChange =>
  (pages, query, ends) =>
    applyRequestToList(rules, event, query, { pages: pages as never, ends }) as readonly Page[] | "read";

/** Updates a changed request in the lists of all families. */
function listed({ data }: { data: ListedRequestEvent }, cache: LiveCache): void {
  patchList(cache, listInbox, applyToList(inboxListRules, data));
  patchList(cache, listSentRequests, applyToList(sentListRules, data));
  patchList(cache, listDecidedRequests, (pages) => applyRequestToDecided(pages as never, data) as readonly Page[]);
  if (data.scope.mine) cache.refetchWhenQuiet(countInbox);
}

const waiting =
  (by: 1 | -1) =>
  ({ data }: { data: InboxChange }, cache: LiveCache): void => {
    cache.patch<ReplyOf<typeof countInbox>>(queryKeyOf(countInbox, {}, {}), (cachedCount) => ({
      ...cachedCount,
      data: { ...cachedCount.data, waiting: Math.max(0, cachedCount.data.waiting + by) },
    }));
    cache.refetchWhenQuiet(countInbox);
    patchList(cache, listInbox, (pages) => {
      const left = by < 0 ? removeFromInbox(pages as readonly { data: readonly InboxEntry[] }[], data) : pages;
      return (left as readonly Page[]).map((page) => withCounts(page, data, by));
    });
  };

function withCounts<Of extends Partial<WaitingCounts> & { meta?: Page["meta"] }>(
  page: Of,
  data: InboxChange,
  by: 1 | -1,
): Of {
  const { counts, kinds, meta } = page;
  return {
    ...page,
    ...(counts && { counts: { ...counts, [data.family]: Math.max(0, counts[data.family] + by) } }),
    ...(kinds && { kinds: kindsWith(kinds, data, by) }),
    ...(meta && { meta: withCounts(meta, data, by) }),
  };
}

/** The name of a new type comes from the server with the next refetch. */
const kindsWith = (kinds: WaitingCounts["kinds"], { family, type }: InboxChange, by: 1 | -1): WaitingCounts["kinds"] =>
  kinds
    .map((kind) => (kind.family === family && kind.type === type ? { ...kind, count: kind.count + by } : kind))
    .filter(({ count }) => count > 0);

const discussion = ({ data: { id } }: { data: { id: number } }, cache: LiveCache) =>
  cache.refetchSoon(queryKeyOf(readRequestDiscussion, { id }));

/** A request of any family has changed. Lists are updated by `request_list.changed`, emitted together with it. */
export const refetchRequest = (event: { data: { id: number } }, cache: LiveCache): void => {
  discussion(event, cache);
  cache.refetchSoon(queryKeyOf(readRequestRoute, { id: event.data.id }), listDecidedRequests);
};

/** The user's delegations have changed, so every row may differ. */
const delegation = (_: unknown, cache: LiveCache) => {
  cache.refetch(listInbox, countInbox, listSentRequests);
  cache.refetchSoon(listDecidedRequests, listDelegations, listDelegationHistory);
};

const requestChanges = [
  "request.sent",
  "request.decided",
  "request.decision_undone",
  "request.cancelled",
  "request.entered",
  "request.expired",
  "request.escalated",
  "request.rerouted",
  "request.handed",
] as const;

export const approvalsLive: LiveUpdates<ApprovalEvents & RequestListEvents & RequestDiscussionEvents> = {
  ...onEach(requestChanges, refetchRequest),
  // Previews and open steps are computed from the current rules.
  "approval_rules.changed": (_, cache) => cache.refetchSoon(listRules, tryRules, readRequestRoute),
  "approval_setting.changed": (_, cache) => cache.refetchSoon(readWaiting),
  "request_list.changed": listed,
  "inbox.added": waiting(1),
  "inbox.removed": waiting(-1),
  "request.commented": discussion,
  "request.comment_deleted": discussion,
  "request.attached": discussion,
  "request.attachment_deleted": discussion,
  "delegation.created": delegation,
  "delegation.became_effective": delegation,
  "delegation.ended": delegation,
};

interface FamilyReads {
  readonly list: Endpoint;
  readonly listRules: ListRules<RequestSummary>;
  readonly read: Endpoint;
  /** Responses that aggregate the family's requests. */
  readonly sums: readonly Endpoint[];
}

/** The effects that every request family has on its own responses; part of the family's `.live.ts`. */
export function requestFamilyLiveUpdates(family: string, { list, listRules: rules, read, sums }: FamilyReads) {
  const own =
    <Event extends { data: { family: string } }>(effect: (event: Event, cache: LiveCache) => void) =>
    (event: Event, cache: LiveCache) => {
      if (event.data.family === family) effect(event, cache);
    };
  return {
    ...onEach(
      requestChanges,
      own((_: { data: { family: string } }, cache) => cache.refetchSoon(...sums)),
    ),
    "request_list.changed": own(({ data }: { data: ListedRequestEvent }, cache) => {
      patchList(cache, list, applyToList(rules, data));
      cache.refetch(queryKeyOf(read, { id: data.id }));
    }),
    // For users who lost access to the request, this is the only event they receive.
    "inbox.removed": own(({ data }: { data: InboxChange }, cache) =>
      cache.refetch(queryKeyOf(read, { id: data.request_id })),
    ),
  };
}
