import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { Subject } from "rxjs";
import type { StreamName } from "../../../shared/kernel/events";
import { liveClient } from "./live";
import { startLiveCache, aspectThrottleMs, throttledCache, throttleMs } from "./live-cache";
import { patchQuery, reapplyInvalidations, setQuery, progressOptions } from "../query";

const key = ["/project/list"];

function openQuery(options: { meta?: Record<string, unknown> } = {}) {
  const client = new QueryClient();
  const queryFn = jest.fn(() => Promise.resolve("answer"));
  client.setQueryData([...key, {}, {}], "answer");
  const stop = new QueryObserver(client, {
    queryKey: [...key, {}, {}],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
    ...options,
  }).subscribe(() => undefined);
  return { client, cache: throttledCache(client), reads: () => queryFn.mock.calls.length, stop };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a query is refetched at once, and once more for all events of the quiet period", async () => {
  const { cache, reads, stop } = openQuery();
  for (let event = 0; event < 20; event++) cache.refetchSoon(key);
  await jest.advanceTimersByTimeAsync(throttleMs - 10);
  expect(reads()).toBe(1);
  await jest.advanceTimersByTimeAsync(20);
  expect(reads()).toBe(2);
  await jest.advanceTimersByTimeAsync(throttleMs * 5);
  expect(reads()).toBe(2);
  stop();
});

test("queries without observers are only invalidated", async () => {
  const { client, cache, reads, stop } = openQuery();
  stop();
  cache.refetchSoon(key);
  await jest.advanceTimersByTimeAsync(throttleMs * 2);
  expect(reads()).toBe(0);
  expect(client.getQueryState([...key, {}, {}])?.isInvalidated).toBe(true);
});

test("progress events refetch only queries that show progress", async () => {
  const menu = openQuery();
  menu.cache.refetchShowing("progress", key);
  await jest.advanceTimersByTimeAsync(aspectThrottleMs * 2);
  expect(menu.reads()).toBe(0);
  expect(menu.client.getQueryState([...key, {}, {}])?.isInvalidated).toBe(true);
  menu.cache.refetchSoon(key); // an event without an aspect, such as a new title, which the menu also shows
  await jest.advanceTimersByTimeAsync(1);
  expect(menu.reads()).toBe(1);
  menu.stop();

  const list = openQuery(progressOptions);
  for (let event = 0; event < 20; event++) list.cache.refetchShowing("progress", key);
  await jest.advanceTimersByTimeAsync(aspectThrottleMs + 10);
  expect(list.reads()).toBe(2);
  list.stop();
});

test("one of two observers showing progress is enough to refetch", async () => {
  const both = openQuery();
  const second = new QueryObserver(both.client, {
    queryKey: [...key, {}, {}],
    staleTime: Number.POSITIVE_INFINITY,
    ...progressOptions,
  }).subscribe(() => undefined);
  both.cache.refetchShowing("progress", key);
  await jest.advanceTimersByTimeAsync(1);
  expect(both.reads()).toBe(1);
  second();
  both.cache.refetchShowing("progress", key);
  await jest.advanceTimersByTimeAsync(aspectThrottleMs * 2);
  expect(both.reads()).toBe(1);
  both.stop();
});

test("a query is never refetched concurrently, and once more for events meanwhile", async () => {
  const answers: (() => void)[] = [];
  const client = new QueryClient();
  const queryFn = jest.fn(() => new Promise<string>((resolve) => answers.push(() => resolve("answer"))));
  client.setQueryData([...key, {}, {}], "old");
  const stop = new QueryObserver(client, {
    queryKey: [...key, {}, {}],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined);
  const cache = throttledCache(client);
  for (let event = 0; event < 5; event++) cache.refetch(key);
  await jest.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await jest.advanceTimersByTimeAsync(1);
  expect(queryFn).toHaveBeenCalledTimes(2);
  answers[1]?.();
  await jest.advanceTimersByTimeAsync(throttleMs * 2);
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});

test("a first response overtaken by an event is refetched, also without observers", async () => {
  for (const leaves of [false, true]) {
    const client = new QueryClient();
    reapplyInvalidations(client);
    const queryKey = [...key, {}, {}];
    const answers: ((answer: string) => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
    const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 });
    const stop = observer.subscribe(() => undefined);
    throttledCache(client).refetch(key);
    if (leaves) stop();
    answers[0]?.("of before");
    await jest.advanceTimersByTimeAsync(1);
    expect(answers).toHaveLength(leaves ? 1 : 2);
    answers[1]?.("of after");
    await jest.advanceTimersByTimeAsync(1);
    expect(client.getQueryData(queryKey)).toBe(leaves ? "of before" : "of after");
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(leaves);
    stop();
  }
});

test("a pending response doesn't overwrite a value set by an event", async () => {
  const client = new QueryClient();
  const answers: ((answer: string) => void)[] = [];
  const queryKey = [...key, {}, {}];
  const stop = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  }).subscribe(() => undefined);
  setQuery(client, queryKey, "stopped");
  answers[0]?.("running");
  await jest.advanceTimersByTimeAsync(1);
  expect([client.getQueryData(queryKey), answers.length]).toEqual(["stopped", 2]);
  answers[1]?.("stopped, says the server");
  await jest.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(queryKey)).toBe("stopped, says the server");
  setQuery(client, queryKey, "started");
  expect(answers).toHaveLength(2);
  stop();
});

test("a response overtaken by a later event is shown only until the refetch", async () => {
  const client = new QueryClient();
  const queryKey = [...key, {}, {}];
  client.setQueryData(queryKey, "nothing");
  const queryFn = jest.fn(async () => "the second timer");
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => undefined);
  setQuery(client, queryKey, "the second timer");
  setQuery(client, queryKey, "the first timer", "reply");
  expect(client.getQueryData(queryKey)).toBe("the first timer");
  await jest.advanceTimersByTimeAsync(1);
  expect([client.getQueryData(queryKey), queryFn.mock.calls.length]).toEqual(["the second timer", 1]);
  stop();
});

test("changes by events also apply to a pending response, in order", async () => {
  const client = new QueryClient();
  const answers: ((answer: string[]) => void)[] = [];
  const queryKey = [...key, {}, {}];
  client.setQueryData(queryKey, ["first"]);
  const stop = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  }).subscribe(() => undefined);
  const say = (word: string) => patchQuery<string[]>(client, key, (words) => [...new Set([...words, word])]);
  say("second");
  say("third");
  expect(client.getQueryData(queryKey)).toEqual(["first", "second", "third"]);
  answers[0]?.(["first", "second"]);
  await jest.advanceTimersByTimeAsync(1);
  expect([client.getQueryData(queryKey), answers.length]).toEqual([["first", "second", "third"], 1]);
  say("fourth");
  await jest.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(queryKey)).toEqual(["first", "second", "third", "fourth"]);
  patchQuery(client, ["/nothing/read"], () => "made up");
  expect(client.getQueryData(["/nothing/read"])).toBeUndefined();
  stop();
});

test("a patch without effect keeps the mark of a stale response", async () => {
  const client = new QueryClient();
  const queryKey = [...key, {}, {}];
  client.setQueryData(queryKey, ["first"]);
  await client.invalidateQueries({ queryKey, refetchType: "none" });
  patchQuery<string[]>(client, key, (words) => words);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  patchQuery<string[]>(client, key, (words) => [...words, "second"]);
  expect(client.getQueryData(queryKey)).toEqual(["first", "second"]);
});

test("a stream reset refetches all active queries", async () => {
  const { client, reads, stop } = openQuery();
  const leave = startLiveCache(client);
  (liveClient.resets$ as Subject<StreamName>).next("user:1");
  await jest.advanceTimersByTimeAsync(0);
  expect(reads()).toBe(1);
  leave();
  stop();
});
