import { blockedMsByBlocker, blockedDurationMs } from "./blocked.rules";

const changes = [
  { at: 10, ids: [1, 2] },
  { at: 20, ids: [2, 3, 4] },
  { at: 30, ids: [] },
  { at: 40, ids: [1, 1, 5] },
  { at: 90, ids: [5] },
];
const endedAt = new Map([
  [1, 15],
  [2, null],
  [3, 25],
  [5, null],
]);

test("blockedMsByBlocker returns each blocker's time as if it were the only one", () => {
  for (const until of [5, 35, 60, 100]) {
    const each = blockedMsByBlocker(changes, endedAt, until);
    expect([...each.keys()]).toEqual([1, 2, 3, 4, 5]);
    for (const [id, { since, waited }] of each) {
      const alone = changes.map(({ at, ids }) => ({ at, ids: ids.filter((one) => one === id) }));
      expect([id, waited]).toEqual([id, blockedDurationMs(alone, endedAt, until)]);
      expect(since).toBe(alone.find(({ ids }) => ids.length > 0)?.at);
    }
  }
});

test("blockedMsByBlocker reads each id of each change only once", () => {
  let looked = 0;
  const counting: ProxyHandler<number[]> = {
    get(ids, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) looked += 1;
      return Reflect.get(ids, name);
    },
  };
  const manyChanges = Array.from({ length: 50 }, (_, n) => ({
    at: n,
    ids: new Proxy(
      Array.from({ length: 20 }, (_each, at) => n * 20 + at),
      counting,
    ),
  }));
  expect(blockedMsByBlocker(manyChanges, new Map(), 50).size).toBe(1_000);
  expect(looked).toBe(1_000);
});
