import { blockedMsByBlocker, blockedDurationMs, type BlockingStay } from "./blocked.rules";

const changes = [
  { at: 10, ids: [1, 2] },
  { at: 20, ids: [2, 3, 4] },
  { at: 30, ids: [] },
  { at: 40, ids: [1, 1, 5] },
  { at: 90, ids: [5] },
];
const stay = (from: number, to: number | null, removedAt: number | null = null): BlockingStay => ({
  from,
  to,
  removedAt,
});
const stays = new Map([
  [1, [stay(0, 15), stay(42, 44)]],
  [2, [stay(0, null)]],
  [3, [stay(0, 25)]],
  [5, [stay(0, 60), stay(70, null, 65)]],
]);

test("blockedMsByBlocker returns each blocker's time as if it were the only one", () => {
  for (const until of [5, 35, 60, 100]) {
    const each = blockedMsByBlocker(changes, stays, until);
    expect([...each.keys()]).toEqual([1, 2, 3, 4, 5]);
    for (const [id, { since, waited }] of each) {
      const alone = changes.map(({ at, ids }) => ({ at, ids: ids.filter((one) => one === id) }));
      expect([id, waited]).toEqual([id, blockedDurationMs(alone, stays, until)]);
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

test("a blocker doesn't block while it is done, archived or deleted", () => {
  const blocked = (list: BlockingStay[]) => blockedDurationMs([{ at: 10, ids: [1] }], new Map([[1, list]]), 100);
  expect(blocked([stay(0, 20), stay(50, 60)])).toBe(20);
  expect(blocked([stay(0, 20), stay(50, null)])).toBe(60);
  expect(blocked([stay(0, 5)])).toBe(0);
  expect(blocked([])).toBe(0);
});

test("a blocker that left the project blocks again only when it was added again", () => {
  const left = new Map([[1, [stay(0, 20), stay(50, null, 20)]]]);
  expect(blockedDurationMs([{ at: 10, ids: [1] }], left, 100)).toBe(10);
  const added = [
    { at: 10, ids: [1] },
    { at: 60, ids: [1] },
  ];
  expect(blockedDurationMs(added, left, 100)).toBe(50);
});
