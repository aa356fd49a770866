import type { InboxEntry } from "./approvals.contract";
import type { ListedRequestEvent } from "./request-lists.events";
import {
  applyRequestToDecided,
  applyRequestToList,
  inboxListRules,
  isAnyOf,
  isInScope,
  matchesFilter,
  removeFromInbox,
  sentListRules,
} from "./request-lists.rules";

const step = (id: number, state: "now" | "approved" = "now") => ({ id, state }) as InboxEntry["step"];
const request = (id: number, version = 1) =>
  ({
    id,
    version,
    family: "leave",
    type: "annual",
    requester: { id: 7 },
    sent_at: `2026-11-0${id}`,
  }) as unknown as InboxEntry["request"];
const entryOf = (id: number, since = `2026-11-0${id}`): InboxEntry => ({
  request: request(id),
  facts: {},
  step: step(id),
  since,
  on_behalf_of: null,
});
const event = (id: number, change: Partial<ListedRequestEvent> = {}): ListedRequestEvent => ({
  id,
  family: "leave",
  request: request(id, 2),
  row: null,
  scope: { mine: true, team: false, all: false },
  entry: { facts: { days: 2 }, step: step(id) },
  waiting: { since: `2026-11-0${id}`, on_behalf_of: null },
  ...change,
});
const pagesOf = (...lists: number[][]) =>
  lists.map((ids) => ({ data: ids.map((id) => entryOf(id)), meta: { total: 9 as number | null } }));
const idsOf = (pages: readonly { data: readonly InboxEntry[] }[]) =>
  pages.map(({ data }) => data.map((entry) => entry.request.id));

const apply = (
  received: ListedRequestEvent,
  pages: ReturnType<typeof pagesOf>,
  query: Record<string, unknown> = {},
  ends = true,
) => {
  const result = applyRequestToList(inboxListRules, received, query, { pages, ends });
  if (result === "read") throw new Error("the list must be read");
  return { ids: idsOf(result), totals: result.map(({ meta }) => meta.total) };
};

describe("the inbox", () => {
  test("gets a request at its place, and its total grows on all pages", () => {
    expect(apply(event(3), pagesOf([1, 2], [4]))).toEqual({
      ids: [
        [1, 2],
        [3, 4],
      ],
      totals: [10, 10],
    });
    expect(apply(event(3), pagesOf([4, 2], [1]), { sort: "newest" })).toEqual({
      ids: [[4, 3, 2], [1]],
      totals: [10, 10],
    });
  });

  test("gets a request behind the last loaded one only if the list ends there", () => {
    expect(apply(event(5), pagesOf([1], [2])).ids).toEqual([[1], [2, 5]]);
    expect(apply(event(5), pagesOf([1], [2]), {}, false)).toEqual({ ids: [[1], [2]], totals: [10, 10] });
  });

  test("keeps a newer version, and replaces an earlier one without counting it again", () => {
    const pages = pagesOf([1, 2]);
    expect(apply(event(1), pages)).toEqual({ ids: [[1, 2]], totals: [9] });
    const late = event(1, { request: request(1, 0) });
    expect(applyRequestToList(inboxListRules, late, {}, { pages, ends: true })).toBe(pages);
  });

  test("loses a request that waits no longer or that the filter excludes", () => {
    for (const [change, query] of [
      [{ waiting: null }, {}],
      [{ entry: null }, {}],
      [{ entry: { facts: {}, step: null } }, {}],
      [{}, { family: "finance" }],
      [{}, { type: "sick" }],
      [{}, { requester_id: "8" }],
    ] as const)
      expect(apply(event(1, change), pagesOf([1, 2]), query)).toEqual({ ids: [[2]], totals: [8] });
    expect(apply(event(1), pagesOf([1, 2]), { family: "leave", type: "annual", requester_id: "7" }).ids).toEqual([
      [1, 2],
    ]);
  });

  test("is read again if only the server can decide about an unlisted request", () => {
    const search = { q: "paper" };
    expect(applyRequestToList(inboxListRules, event(3), search, { pages: pagesOf([1]), ends: true })).toBe("read");
    expect(apply(event(3), pagesOf([1]), { q: "paper", family: "finance" }).ids).toEqual([[1]]);
    expect(apply(event(1), pagesOf([1]), search).ids).toEqual([[1]]);
  });

  test("keeps an unknown total, and never counts below zero", () => {
    const pages = [{ ...pagesOf([1])[0], data: [entryOf(1)], meta: { total: null } }];
    expect(apply(event(2), pages).totals).toEqual([null]);
    const empty = [{ data: [entryOf(1)], meta: { total: 0 } }];
    expect(apply(event(1, { waiting: null }), empty).totals).toEqual([0]);
  });

  test("loses a decided request unless a newer version of it is listed", () => {
    const pages = [{ data: [entryOf(1), entryOf(2)] }];
    expect(idsOf(removeFromInbox(pages, { request_id: 1, version: 2 }))).toEqual([[2]]);
    expect(idsOf(removeFromInbox(pages, { request_id: 1, version: 1 }))).toEqual([[1, 2]]);
  });
});

test("sent requests are the reader's own, without drafts, the latest first", () => {
  const { rowOf, order } = sentListRules;
  expect(rowOf(event(1))).toMatchObject({ request: { id: 1 }, since: "2026-11-01", facts: { days: 2 } });
  expect(rowOf(event(1, { entry: null }))).toBeNull();
  expect(rowOf(event(1, { scope: { mine: false, team: true, all: true } }))).toBeNull();
  expect(rowOf(event(1, { request: { ...request(1), sent_at: null } }))).toBeNull();
  const rows = [1, 3, 2].map((id) => entryOf(id));
  const sameTime = [1, 2].map((id) => entryOf(id, "2026-11-09"));
  expect([...rows, ...sameTime].sort(order({})).map((row) => row.request.id)).toEqual([2, 1, 3, 2, 1]);
});

test("a list of pending sent requests loses a request when it is decided", () => {
  const pages = pagesOf([2, 1]);
  const idsAfter = (action: string | null, query: Record<string, unknown>) => {
    const next_status = action && { action };
    const received = event(1, { request: { ...request(1, 2), next_status } as ListedRequestEvent["request"] });
    return idsOf(applyRequestToList(sentListRules, received, query, { pages, ends: true }) as typeof pages);
  };
  expect(idsAfter("decide", { pending: true })).toEqual([[2, 1]]);
  expect(idsAfter("resubmit", { pending: true })).toEqual([[2, 1]]);
  expect(idsAfter(null, { pending: true })).toEqual([[2]]);
  expect(idsAfter(null, {})).toEqual([[2, 1]]);
});

test("a decided list follows changes and loses what is undone", () => {
  const pages = [{ data: [{ ...entryOf(1), step: step(1, "approved") }, entryOf(2)] }];
  const changed = applyRequestToDecided(pages, event(1, { entry: { facts: { days: 3 }, step: null } }));
  expect(changed[0]?.data[0]).toMatchObject({ request: { version: 2 }, facts: { days: 3 } });
  expect(applyRequestToDecided(pages, event(1, { entry: null }))[0]?.data[0]).toMatchObject({ facts: {} });
  const late = event(1, { request: request(1, 0), entry: { facts: { days: 3 }, step: null } });
  expect(applyRequestToDecided(pages, late)[0]?.data[0]).toMatchObject({ request: { version: 1 }, facts: {} });
  expect(idsOf(applyRequestToDecided(pages, event(1)))).toEqual([[2]]);
  const decided = event(1, { entry: { facts: {}, step: step(1, "approved") } });
  expect(idsOf(applyRequestToDecided(pages, decided))).toEqual([[1, 2]]);
});

test("a filter without a value matches everything, and numbers match their texts", () => {
  for (const unset of [undefined, null, ""]) expect(matchesFilter(unset, 3)).toBe(true);
  expect([matchesFilter("3", 3), matchesFilter("4", 3)]).toEqual([true, false]);
  expect([isAnyOf([], "a"), isAnyOf(undefined, "a"), isAnyOf(["a"], "a"), isAnyOf(["b"], "a")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("a scope contains one's own requests, those of the team, or all", () => {
  const isIn = (scope: ListedRequestEvent["scope"], name?: string) => isInScope(event(1, { scope }), { scope: name });
  const [mine, team, all] = [
    { mine: true, team: false, all: false },
    { mine: false, team: true, all: false },
    { mine: false, team: false, all: true },
  ];
  expect([mine, team, all].map((scope) => isIn(scope))).toEqual([true, false, false]);
  expect([mine, team, all].map((scope) => isIn(scope, "team"))).toEqual([false, true, false]);
  expect([mine, team, all].map((scope) => isIn(scope, "all"))).toEqual([false, true, true]);
});
