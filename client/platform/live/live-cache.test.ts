import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { Subject } from "rxjs";
import type { StreamName } from "../../../shared/kernel/events";
import { live } from "./live";
import { keepQueriesTrue, quietAspectMs, quietCache, quietMs } from "./live-cache";
import { changeKnown, keepMarks, setKnown, showAnswer, showsProgress } from "../query";

const key = ["/project/list"];

function shown(options: { meta?: Record<string, unknown> } = {}) {
  const client = new QueryClient();
  const queryFn = jest.fn(() => Promise.resolve("answer"));
  client.setQueryData([...key, {}, {}], "answer");
  const stop = new QueryObserver(client, {
    queryKey: [...key, {}, {}],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
    ...options,
  }).subscribe(() => undefined);
  return { client, cache: quietCache(client), reads: () => queryFn.mock.calls.length, stop };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("read again at once, and once more for all that came while it rested", async () => {
  const { cache, reads, stop } = shown();
  for (let event = 0; event < 20; event++) cache.touch(key);
  await jest.advanceTimersByTimeAsync(quietMs - 10);
  expect(reads()).toBe(1);
  await jest.advanceTimersByTimeAsync(20);
  expect(reads()).toBe(2);
  await jest.advanceTimersByTimeAsync(quietMs * 5);
  expect(reads()).toBe(2);
  stop();
});

test("what nobody looks at is only marked", async () => {
  const { client, cache, reads, stop } = shown();
  stop();
  cache.touch(key);
  await jest.advanceTimersByTimeAsync(quietMs * 2);
  expect(reads()).toBe(0);
  expect(client.getQueryState([...key, {}, {}])?.isInvalidated).toBe(true);
});

test("progress is read again only where it is shown; elsewhere it is old until somebody looks", async () => {
  const menu = shown();
  menu.cache.touch(key, "progress");
  await jest.advanceTimersByTimeAsync(quietAspectMs * 2);
  expect(menu.reads()).toBe(0);
  expect(menu.client.getQueryState([...key, {}, {}])?.isInvalidated).toBe(true);
  menu.cache.touch(key); // a title: that the menu shows as well
  await jest.advanceTimersByTimeAsync(1);
  expect(menu.reads()).toBe(1);
  menu.stop();

  const list = shown(showsProgress);
  for (let event = 0; event < 20; event++) list.cache.touch(key, "progress");
  await jest.advanceTimersByTimeAsync(quietAspectMs + 10);
  expect(list.reads()).toBe(2);
  list.stop();
});

test("of two screens with one answer it is enough that one shows progress", async () => {
  const both = shown();
  const second = new QueryObserver(both.client, {
    queryKey: [...key, {}, {}],
    staleTime: Number.POSITIVE_INFINITY,
    ...showsProgress,
  }).subscribe(() => undefined);
  both.cache.touch(key, "progress");
  await jest.advanceTimersByTimeAsync(1);
  expect(both.reads()).toBe(1);
  second();
  both.cache.touch(key, "progress");
  await jest.advanceTimersByTimeAsync(quietAspectMs * 2);
  expect(both.reads()).toBe(1);
  both.stop();
});

test("requests are read at once, never two at a time, and once more for all that came meanwhile", async () => {
  const answers: (() => void)[] = [];
  const client = new QueryClient();
  const queryFn = jest.fn(() => new Promise<string>((resolve) => answers.push(() => resolve("answer"))));
  client.setQueryData([...key, {}, {}], "old");
  const stop = new QueryObserver(client, {
    queryKey: [...key, {}, {}],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined);
  const cache = quietCache(client);
  for (let event = 0; event < 5; event++) cache.now(key);
  await jest.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await jest.advanceTimersByTimeAsync(1);
  expect(queryFn).toHaveBeenCalledTimes(2);
  answers[1]?.();
  await jest.advanceTimersByTimeAsync(quietMs * 2);
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});

test("a first answer that was on its way when an event came is followed by another, also where nobody looks at it any more", async () => {
  for (const leaves of [false, true]) {
    const client = new QueryClient();
    keepMarks(client);
    const queryKey = [...key, {}, {}];
    const answers: ((answer: string) => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
    const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 });
    const stop = observer.subscribe(() => undefined);
    quietCache(client).now(key);
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

test("what an event says isn't overwritten by an answer that was on its way", async () => {
  const client = new QueryClient();
  const answers: ((answer: string) => void)[] = [];
  const queryKey = [...key, {}, {}];
  const stop = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  }).subscribe(() => undefined);
  setKnown(client, queryKey, "stopped");
  answers[0]?.("running");
  await jest.advanceTimersByTimeAsync(1);
  expect([client.getQueryData(queryKey), answers.length]).toEqual(["stopped", 2]);
  answers[1]?.("stopped, says the server");
  await jest.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(queryKey)).toBe("stopped, says the server");
  setKnown(client, queryKey, "started");
  expect(answers).toHaveLength(2);
  stop();
});

test("an answer that an event of what came after it has overtaken is shown no longer than until it is asked for", async () => {
  const client = new QueryClient();
  const queryKey = [...key, {}, {}];
  client.setQueryData(queryKey, "nothing");
  const queryFn = jest.fn(async () => "the second timer");
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => undefined);
  setKnown(client, queryKey, "the second timer");
  showAnswer(client, queryKey, "the first timer");
  expect(client.getQueryData(queryKey)).toBe("the first timer");
  await jest.advanceTimersByTimeAsync(1);
  expect([client.getQueryData(queryKey), queryFn.mock.calls.length]).toEqual(["the second timer", 1]);
  stop();
});

test("what an event changes in an answer is changed in the one that was on its way, too, in their order", async () => {
  const client = new QueryClient();
  const answers: ((answer: string[]) => void)[] = [];
  const queryKey = [...key, {}, {}];
  client.setQueryData(queryKey, ["first"]);
  const stop = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  }).subscribe(() => undefined);
  const say = (word: string) => changeKnown<string[]>(client, key, (known) => [...new Set([...known, word])]);
  say("second");
  say("third");
  expect(client.getQueryData(queryKey)).toEqual(["first", "second", "third"]);
  answers[0]?.(["first", "second"]);
  await jest.advanceTimersByTimeAsync(1);
  expect([client.getQueryData(queryKey), answers.length]).toEqual([["first", "second", "third"], 1]);
  say("fourth");
  await jest.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(queryKey)).toEqual(["first", "second", "third", "fourth"]);
  changeKnown(client, ["/nothing/read"], () => "made up");
  expect(client.getQueryData(["/nothing/read"])).toBeUndefined();
  stop();
});

test("a stream that couldn't be caught up with: everything that is shown is read again", async () => {
  const { client, reads, stop } = shown();
  const leave = keepQueriesTrue(client);
  (live.resets$ as Subject<StreamName>).next("user:1");
  await jest.advanceTimersByTimeAsync(0);
  expect(reads()).toBe(1);
  leave();
  stop();
});
