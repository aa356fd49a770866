import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { inbox, type InboxEntry } from "../../../shared/approvals/approvals.contract";
import type { ListedRequestEvent } from "../../../shared/approvals/request-lists.events";
import type { DomainEvent } from "../../../shared/domain-events";
import { quietCache, settleMs } from "./live-cache";
import { applyToQueries } from "./live-queries";
import { keyOf } from "../query";

const person = { id: 7, fullname: "Emil", image: null };
const at = (nth: number) => new Date(Date.UTC(2030, 0, 1) + nth * 60_000).toISOString();

function entryOf(id: number, version = 1): InboxEntry {
  const step = { id: id * 10, state: "now" } as InboxEntry["step"];
  const request = { id, version, family: "finance", type: "purchase", requester: person, status: "waiting" };
  return { request: request as InboxEntry["request"], step, facts: { id }, since: at(id), on_behalf_of: null };
}

function told({ request, facts, step, since }: InboxEntry, waits: boolean): DomainEvent[] {
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

/** The inbox on a screen, and what its server would answer. */
function open(first: readonly InboxEntry[]) {
  const server = { entries: [...first], reads: 0, answer: (answer: () => void) => answer() };
  const client = new QueryClient();
  const page = () => ({
    data: server.entries.toSorted((a, b) => a.since.localeCompare(b.since)),
    next: null,
    kinds: [{ family: "finance", type: "purchase", name: null, count: server.entries.length }],
    requesters: [],
  });
  const queryKey = [...keyOf(inbox, {}, { family: "", sort: "oldest" }), "pages"];
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
  const shown = () => client.getQueryData<{ pages: ReturnType<typeof page>[] }>(queryKey)?.pages[0];
  return { server, cache: quietCache(client), shown, page, queryKey, client, stop };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("fifty decisions in a burst: rows go with their events, nothing is read meanwhile, and once afterwards", async () => {
  const screen = open(Array.from({ length: 60 }, (_, nth) => entryOf(nth + 1)));
  for (let id = 1; id <= 50; id++) {
    screen.server.entries = screen.server.entries.filter(({ request }) => request.id !== id);
    for (const event of told(entryOf(id, 2), false)) applyToQueries(event, screen.cache);
    expect(screen.shown()).toEqual(screen.page());
    await jest.advanceTimersByTimeAsync(20);
  }
  expect(screen.server.reads).toBe(0);
  await jest.advanceTimersByTimeAsync(settleMs * 3);
  expect(screen.server.reads).toBe(1);
  expect(screen.shown()).toEqual(screen.page());
  screen.stop();
});

test("a request that comes stands at its place at once; the same news twice, or an older one, changes nothing", () => {
  const screen = open([entryOf(1), entryOf(3)]);
  const come = entryOf(2, 4);
  for (const news of [come, come, entryOf(2, 3)]) {
    for (const event of told(news, true).slice(1)) applyToQueries(event, screen.cache);
  }
  expect(screen.shown()?.data).toEqual([entryOf(1), come, entryOf(3)]);
  for (const event of told(entryOf(2, 4), false).slice(0, 1)) applyToQueries(event, screen.cache); // of before it came
  expect(screen.shown()?.data).toHaveLength(3);
  screen.stop();
});

test("an answer that was on its way when something was decided doesn't bring it back", async () => {
  const screen = open([entryOf(1), entryOf(2)]);
  let answer = () => {};
  screen.server.answer = (resolve) => (answer = resolve);
  const reading = screen.client.refetchQueries({ queryKey: screen.queryKey });
  await jest.advanceTimersByTimeAsync(0);
  for (const event of told(entryOf(1, 2), false)) applyToQueries(event, screen.cache);
  answer();
  await reading;
  await jest.advanceTimersByTimeAsync(1);
  expect(screen.shown()?.data).toEqual([entryOf(2)]);
  screen.stop();
});

test("where only the server can tell whether it is among what was searched, it is asked, seldom", async () => {
  const screen = open([]);
  const queryKey = [...keyOf(inbox, {}, { q: "laptop" }), "pages"];
  screen.client.setQueryData(queryKey, { pages: [screen.page()], pageParams: [""] });
  for (let id = 1; id <= 20; id++) for (const event of told(entryOf(id), true)) applyToQueries(event, screen.cache);
  expect(screen.client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(screen.server.reads).toBe(0); // the other list knows by itself
  screen.stop();
});

test("what waits is counted by its kind; the last of a kind goes, of another kind nothing does", () => {
  const screen = open([entryOf(1), entryOf(2)]);
  const kinds = () => screen.shown()?.kinds.map(({ type, count }) => [type, count]);
  const gone = (id: number) => applyToQueries(told(entryOf(id), false)[0] as DomainEvent, screen.cache);
  const shown = screen.shown();
  const payment = { family: "finance", type: "payment", name: null, count: 1 };
  screen.client.setQueryData(screen.queryKey, {
    pages: [{ ...shown, kinds: [...(shown?.kinds ?? []), payment] }],
    pageParams: [""],
  });
  gone(1);
  expect(kinds()).toEqual([
    ["purchase", 1],
    ["payment", 1],
  ]);
  gone(2);
  expect(kinds()).toEqual([["payment", 1]]);
  applyToQueries({ ...(told(entryOf(3), true)[0] as DomainEvent) }, screen.cache);
  expect(kinds()).toEqual([["payment", 1]]); // a kind that is new here has its name from the server
  screen.stop();
});
