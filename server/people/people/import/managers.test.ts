import { findManagerCycles, managementDepths, reportsBelow } from "./managers";

const leaders = (pairs: Record<string, string | null>) => new Map(Object.entries(pairs));

test("findManagerCycles returns the path of each member of a cycle", () => {
  const found = findManagerCycles(leaders({ a: "b", b: "c", c: "a", d: "a", e: "e", f: null, g: "f" }));
  expect(Object.fromEntries(found)).toEqual({
    a: ["a", "b", "c", "a"],
    b: ["b", "c", "a", "b"],
    c: ["c", "a", "b", "c"],
    e: ["e", "e"],
  });
});

test("managementDepths ranks managers before their reports in any input order", () => {
  const depths = managementDepths(leaders({ d: "c", c: "b", b: "a", a: null, x: "c" }));
  expect(Object.fromEntries(depths)).toEqual({ a: 0, b: 1, c: 2, d: 3, x: 3 });
});

test("findManagerCycles shortens the paths in a cycle of 10,000 users", () => {
  const name = (n: number) => `p${n % 10_000}`;
  const leaders = new Map(Array.from({ length: 10_000 }, (_, n) => [name(n), name(n + 1)]));
  const began = process.cpuUsage().user;
  const cycles = findManagerCycles(leaders);
  expect(process.cpuUsage().user - began).toBeLessThan(300_000);
  expect(cycles.size).toBe(10_000);
  const expectedCycle = ["p9997", "p9998", "p9999", "p0", "p1", "p2", "p3", "p4", "p5", "p6", "…", "p9997"];
  expect(cycles.get("p9997")).toEqual(expectedCycle);
});

test("reportsBelow returns all users below a manager, even with cycles elsewhere", () => {
  const all = leaders({ d: "c", c: "b", b: "a", a: null, x: "c", y: "z", z: "y", e: "gone", b2: "a", q: "d" });
  expect([...reportsBelow(all, "b")].toSorted()).toEqual(["c", "d", "q", "x"]);
  expect([...reportsBelow(all, "a")].toSorted()).toEqual(["b", "b2", "c", "d", "q", "x"]);
  expect([...reportsBelow(all, "y")].toSorted()).toEqual(["z"]);
  expect([...reportsBelow(all, "x")]).toEqual([]);
});
