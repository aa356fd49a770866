import type { DomainEvent } from "../../../shared/kernel/events";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { listInbox, type InboxEntry } from "../../../shared/approvals/approvals/approvals.contract";
import type { ListedRequestEvent } from "../../../shared/approvals/approvals/request-lists.events";
import { throttledCache, settleMs } from "../../platform/live/live-cache";
import { applyLiveEvent, registerLiveUpdates } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";
import { approvalsLive } from "./approvals.live";

const person = { id: 7, fullname: "Emil", image: null };
const at = (nth: number) => new Date(Date.UTC(2030, 0, 1) + nth * 60_000).toISOString();

function entryOf(id: number, version = 1): InboxEntry {
  const step = { id: id * 10, state: "now" } as InboxEntry["step"];
  const request = { id, version, family: "finance", type: "purchase", requester: person, status: "waiting" };
  return { request: request as InboxEntry["request"], step, facts: { id }, since: at(id), on_behalf_of: null };
}

function eventsFor({ request, facts, step, since }: InboxEntry, waits: boolean): DomainEvent[] {
  const data: ListedRequestEvent = {
    id: request.id,
    family: "finance",
    request,
    row: null,
    scope: { mine: false, team: true, all: false },
    entry: { facts, step },
    waiting: waits ? { since, on_behalf_of: null } : null,
  };
  const change = { request_id: request.id, family: "finance", type: "purchase", version: request.version };
  const events = [
    { type: waits ? "inbox.added" : "inbox.removed", data: change },
    { type: "request_list.changed", data },
  ];
  return events as unknown as DomainEvent[];
}

function open(first: readonly InboxEntry[]) {
  const server = { entries: [...first], reads: 0, answer: (answer: () => void) => answer() };
  const client = new QueryClient();
  const page = () => ({
    data: server.entries.toSorted((a, b) => a.since.localeCompare(b.since)),
    next: null,
    kinds: [{ family: "finance", type: "purchase", name: null, count: server.entries.length }],
    requesters: [],
  });
  const queryKey = [...queryKeyOf(listInbox, {}, { family: "", sort: "oldest" }), "pages"];
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: () => {
      server.reads++;
      const now = page();
      return new Promise<ReturnType<typeof page>>((resolve) => server.answer(() => resolve(now)));
    },
    initialPageParam: "",
    getNextPageParam: () => undefined,
    initialData: { pages: [page()], pageParams: [""] },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => undefined);
  const firstPage = () => client.getQueryData<{ pages: ReturnType<typeof page>[] }>(queryKey)?.pages[0];
  return { server, cache: throttledCache(client), firstPage, page, queryKey, client, stop };
}

beforeAll(() => registerLiveUpdates(approvalsLive));
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a burst of 50 decisions removes rows immediately and refetches once", async () => {
  const screen = open(Array.from({ length: 60 }, (_, nth) => entryOf(nth + 1)));
  for (let id = 1; id <= 50; id++) {
    screen.server.entries = screen.server.entries.filter(({ request }) => request.id !== id);
    for (const event of eventsFor(entryOf(id, 2), false)) applyLiveEvent(event, screen.cache);
    expect(screen.firstPage()).toEqual(screen.page());
    await jest.advanceTimersByTimeAsync(20);
  }
  expect(screen.server.reads).toBe(0);
  await jest.advanceTimersByTimeAsync(settleMs * 3);
  expect(screen.server.reads).toBe(1);
  expect(screen.firstPage()).toEqual(screen.page());
  screen.stop();
});

test("a new request is inserted in order, repeated or older events change nothing", () => {
  const screen = open([entryOf(1), entryOf(3)]);
  const come = entryOf(2, 4);
  for (const news of [come, come, entryOf(2, 3)]) {
    for (const event of eventsFor(news, true).slice(1)) applyLiveEvent(event, screen.cache);
  }
  expect(screen.firstPage()?.data).toEqual([entryOf(1), come, entryOf(3)]);
  for (const event of eventsFor(entryOf(2, 4), false).slice(0, 1)) applyLiveEvent(event, screen.cache); // a removal event older than the request's arrival
  expect(screen.firstPage()?.data).toHaveLength(3);
  screen.stop();
});

test("a pending response doesn't bring back a decided request", async () => {
  const screen = open([entryOf(1), entryOf(2)]);
  let answer = () => {};
  screen.server.answer = (resolve) => (answer = resolve);
  const reading = screen.client.refetchQueries({ queryKey: screen.queryKey });
  await jest.advanceTimersByTimeAsync(0);
  for (const event of eventsFor(entryOf(1, 2), false)) applyLiveEvent(event, screen.cache);
  answer();
  await reading;
  await jest.advanceTimersByTimeAsync(1);
  expect(screen.firstPage()?.data).toEqual([entryOf(2)]);
  screen.stop();
});

test("a search that only the server can evaluate is refetched at a limited rate", async () => {
  const screen = open([]);
  const queryKey = [...queryKeyOf(listInbox, {}, { q: "laptop" }), "pages"];
  screen.client.setQueryData(queryKey, { pages: [screen.page()], pageParams: [""] });
  for (let id = 1; id <= 20; id++)
    for (const event of eventsFor(entryOf(id), true)) applyLiveEvent(event, screen.cache);
  expect(screen.client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(screen.server.reads).toBe(0); // the unfiltered list needs no refetch
  screen.stop();
});

test("counts per type follow the events, and a type at zero disappears", () => {
  const screen = open([entryOf(1), entryOf(2)]);
  const kinds = () => screen.firstPage()?.kinds.map(({ type, count }) => [type, count]);
  const removeEntry = (id: number) => applyLiveEvent(eventsFor(entryOf(id), false)[0] as DomainEvent, screen.cache);
  const firstPage = screen.firstPage();
  const payment = { family: "finance", type: "payment", name: null, count: 1 };
  screen.client.setQueryData(screen.queryKey, {
    pages: [{ ...firstPage, kinds: [...(firstPage?.kinds ?? []), payment] }],
    pageParams: [""],
  });
  removeEntry(1);
  expect(kinds()).toEqual([
    ["purchase", 1],
    ["payment", 1],
  ]);
  removeEntry(2);
  expect(kinds()).toEqual([["payment", 1]]);
  applyLiveEvent({ ...(eventsFor(entryOf(3), true)[0] as DomainEvent) }, screen.cache);
  expect(kinds()).toEqual([["payment", 1]]); // the name of a new type comes from the server
  screen.stop();
});
