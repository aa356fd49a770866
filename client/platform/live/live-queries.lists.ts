import type { Query } from "@tanstack/react-query";
import {
  decidedByMe,
  inbox,
  inboxCount,
  type InboxEntry,
  type RequestSummary,
  sentByMe,
} from "../../../shared/approvals/approvals.contract";
import type { InboxChange } from "../../../shared/approvals/approvals.events";
import type { ListedRequestEvent } from "../../../shared/approvals/request-lists.events";
import {
  type Asked,
  type ListRules,
  sentList,
  waitingList,
  withDecided,
  withoutWaiting,
  withRequest,
} from "../../../shared/approvals/request-lists.rules";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import { familyCalls } from "../../../shared/requests/family-calls";
import type { Cache } from "./live-queries";
import { keyOf } from "../query";

type Waiting = Pick<ReplyOf<typeof inbox>["meta"], "counts" | "kinds">;

/** As it is cached: one page, or page by page. What the inbox says of all pages stands in `meta`, or beside `data`. */
interface Page extends Partial<Waiting> {
  data: readonly never[];
  meta?: { total?: number | null; page?: number; last_page?: number | null; next?: unknown } & Partial<Waiting>;
  next?: unknown;
}
type Cached = Page | { pages: readonly Page[]; pageParams: unknown[] } | undefined;
type Change = (pages: readonly Page[], asked: Asked, ends: boolean) => readonly Page[] | "read";

const pagesOf = (cached: NonNullable<Cached>): readonly Page[] => ("pages" in cached ? cached.pages : [cached]);

/** Nothing follows: no place to go on from, and no page that wasn't read. */
function isLast({ next, meta }: Page): boolean {
  const following = next ?? meta?.next ?? null;
  const before = typeof meta?.last_page === "number" && (meta.page ?? 1) < meta.last_page;
  return following === null && !before;
}

/** Changes every cached list of a call; those where only the server can tell are read again, seldom. */
function change(cache: Cache, endpoint: Endpoint, by: Change): void {
  const key = keyOf(endpoint);
  for (const query of cache.client.getQueryCache().findAll({ queryKey: key })) {
    apply(query);
    // The answer that is on its way may be of before: it is changed as well, once it is there.
    if (query.state.fetchStatus === "fetching") {
      const again = () => void setTimeout(() => apply(query));
      void query.promise?.then(again, again);
    }
  }
  // What one event changes for other rows, and in sums, comes when it is quiet again.
  cache.settle(key);

  function apply(query: Query): void {
    const cached = query.state.data as Cached;
    if (!cached) return;
    const pages = pagesOf(cached);
    const last = pages.at(-1);
    const next = by(pages, (query.queryKey[2] ?? {}) as Asked, last === undefined || isLast(last));
    if (next === "read") return cache.touch(query.queryKey);
    if (next === pages) return;
    cache.client.setQueryData(query.queryKey, "pages" in cached ? { ...cached, pages: next } : next[0]);
  }
}

const placed =
  <Row>(rules: ListRules<Row>, event: ListedRequestEvent): Change =>
  (pages, asked, ends) =>
    withRequest(rules, event, asked, { pages: pages as never, ends }) as readonly Page[] | "read";

/** A request is another one now: the lists that show it, or should from now on, and the request where it is open. */
export function requestListed({ data }: { data: ListedRequestEvent }, cache: Cache): void {
  const { list, listRules, read } = familyCalls[data.family];
  change(cache, list, placed<RequestSummary>(listRules, data));
  change(cache, inbox, placed(waitingList, data));
  change(cache, sentByMe, placed(sentList, data));
  change(cache, decidedByMe, (pages) => withDecided(pages as never, data) as readonly Page[]);
  cache.now(keyOf(read, { id: data.id }));
  if (data.scope.mine) cache.settle(keyOf(inboxCount));
}

/** One more or one fewer waits for somebody: in the menu, on tabs, among the kinds. The row comes with the request. */
export function inboxChanged({ data }: { data: InboxChange }, cache: Cache, by: 1 | -1): void {
  cache.client.setQueryData<ReplyOf<typeof inboxCount>>(keyOf(inboxCount, {}, {}), (cached) => {
    if (!cached) return cached;
    return { ...cached, data: { ...cached.data, waiting: Math.max(0, cached.data.waiting + by) } };
  });
  cache.settle(keyOf(inboxCount));
  change(cache, inbox, (pages) => {
    const left = by < 0 ? withoutWaiting(pages as readonly { data: readonly InboxEntry[] }[], data) : pages;
    return (left as readonly Page[]).map((page) => counted(page, data, by));
  });
}

function counted<Of extends Partial<Waiting> & { meta?: Page["meta"] }>(page: Of, data: InboxChange, by: 1 | -1): Of {
  const { counts, kinds, meta } = page;
  return {
    ...page,
    ...(counts && { counts: { ...counts, [data.family]: Math.max(0, counts[data.family] + by) } }),
    ...(kinds && { kinds: kindsWith(kinds, data, by) }),
    ...(meta && { meta: counted(meta, data, by) }),
  };
}

/** A kind that is new here has its name from the server, a little later. */
const kindsWith = (kinds: Waiting["kinds"], { family, type }: InboxChange, by: 1 | -1): Waiting["kinds"] =>
  kinds
    .map((kind) => (kind.family === family && kind.type === type ? { ...kind, count: kind.count + by } : kind))
    .filter(({ count }) => count > 0);
