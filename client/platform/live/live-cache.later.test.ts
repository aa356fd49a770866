import { QueryClient } from "@tanstack/react-query";
import type { Subject } from "rxjs";
import { liveClient } from "./live";
import { retryMs, type StartLiveCache, startLiveCacheLazily } from "./live-cache.later";

const happens = (id: number) => (liveClient.events$ as Subject<unknown>).next({ stream: "user:1", event: { id } });
const missesSome = () => (liveClient.resets$ as Subject<unknown>).next("user:1");

function fresh() {
  const client = new QueryClient();
  const invalidated = jest.spyOn(client, "invalidateQueries").mockResolvedValue();
  const replayed: unknown[] = [];
  const keep: StartLiveCache = (_, early) => replayed.push(...early.map(({ event }) => event));
  return { client, invalidated, replayed, keep };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("events before the load are replayed once in order; later ones arrive directly", async () => {
  const { client, invalidated, replayed, keep } = fresh();
  let arrive = (_: StartLiveCache) => {};
  startLiveCacheLazily(client, () => new Promise((done) => (arrive = done)));
  happens(1);
  happens(2);
  missesSome();
  expect(invalidated).toHaveBeenCalledTimes(1);
  arrive(keep);
  await jest.advanceTimersByTimeAsync(0);
  expect(replayed).toEqual([{ id: 1 }, { id: 2 }]);
  happens(3);
  missesSome();
  await jest.advanceTimersByTimeAsync(retryMs * 3);
  expect([replayed.length, invalidated.mock.calls.length]).toEqual([2, 1]);
});

test("while loading fails, events invalidate all queries until a retry succeeds", async () => {
  const { client, invalidated, replayed, keep } = fresh();
  let attempts = 0;
  startLiveCacheLazily(client, () => (++attempts < 3 ? Promise.reject(new Error("offline")) : Promise.resolve(keep)));
  await jest.advanceTimersByTimeAsync(0);
  expect(invalidated).not.toHaveBeenCalled();
  happens(1);
  await jest.advanceTimersByTimeAsync(retryMs);
  expect([attempts, invalidated.mock.calls.length]).toEqual([2, 1]);
  happens(2);
  await jest.advanceTimersByTimeAsync(retryMs);
  expect([attempts, replayed]).toEqual([3, [{ id: 2 }]]);
});
