import { cyclesOf, depthsOf } from "./managers";

const leaders = (pairs: Record<string, string | null>) => new Map(Object.entries(pairs));

test("whoever would stand above themself is named with the way; who leads into a cycle isn't in it", () => {
  const found = cyclesOf(leaders({ a: "b", b: "c", c: "a", d: "a", e: "e", f: null, g: "f" }));
  expect(Object.fromEntries(found)).toEqual({
    a: ["a", "b", "c", "a"],
    b: ["b", "c", "a", "b"],
    c: ["c", "a", "b", "c"],
    e: ["e", "e"],
  });
});

test("a manager stands before those whom they lead, in whatever order they are given", () => {
  const depths = depthsOf(leaders({ d: "c", c: "b", b: "a", a: null, x: "c" }));
  expect(Object.fromEntries(depths)).toEqual({ a: 0, b: 1, c: 2, d: 3, x: 3 });
});
