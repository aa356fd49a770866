import { QueryClient } from "@tanstack/react-query";
import type { Subject } from "rxjs";
import { live } from "./live";
import { againMs, type KeepTrue, keepQueriesTrueLater } from "./live-cache.later";

const happens = (id: number) => (live.events$ as Subject<unknown>).next({ stream: "user:1", event: { id } });
const missesSome = () => (live.resets$ as Subject<unknown>).next("user:1");

function fresh() {
  const client = new QueryClient();
  const invalidated = jest.spyOn(client, "invalidateQueries").mockResolvedValue();
  const kept: unknown[] = [];
  const keep: KeepTrue = (_, early) => kept.push(...early.map(({ event }) => event));
  return { client, invalidated, kept, keep };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("what happens before it is there is handed over, in order and once; from then on it hears for itself", async () => {
  const { client, invalidated, kept, keep } = fresh();
  let arrive = (_: KeepTrue) => {};
  keepQueriesTrueLater(client, () => new Promise((done) => (arrive = done)));
  happens(1);
  happens(2);
  missesSome();
  expect(invalidated).toHaveBeenCalledTimes(1);
  arrive(keep);
  await jest.advanceTimersByTimeAsync(0);
  expect(kept).toEqual([{ id: 1 }, { id: 2 }]);
  happens(3);
  missesSome();
  await jest.advanceTimersByTimeAsync(againMs * 3);
  expect([kept.length, invalidated.mock.calls.length]).toEqual([2, 1]);
});

test("where it can't be loaded all that is shown is read again, if something happened, until it can", async () => {
  const { client, invalidated, kept, keep } = fresh();
  let attempts = 0;
  keepQueriesTrueLater(client, () => (++attempts < 3 ? Promise.reject(new Error("offline")) : Promise.resolve(keep)));
  await jest.advanceTimersByTimeAsync(0);
  expect(invalidated).not.toHaveBeenCalled();
  happens(1);
  await jest.advanceTimersByTimeAsync(againMs);
  expect([attempts, invalidated.mock.calls.length]).toEqual([2, 1]);
  happens(2);
  await jest.advanceTimersByTimeAsync(againMs);
  expect([attempts, kept]).toEqual([3, [{ id: 2 }]]);
});
