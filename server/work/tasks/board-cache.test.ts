import { BoardCache } from "./board-cache";

const board = (mark: string, length: number) => ({ mark, columns: "x".repeat(length) });

test("evicts the least recently used boards", () => {
  const cache = new BoardCache(100);
  for (const key of ["a", "b", "c", "d"]) cache.set(key, board("1", 25));
  cache.get("a");
  cache.set("e", board("1", 20));
  expect(["a", "b", "c", "d", "e"].filter((key) => cache.get(key))).toEqual(["a", "c", "d", "e"]);
  cache.set("huge", board("1", 26));
  expect(cache.get("huge")).toBeUndefined();
});

test("replaces an older board even if the new one is too large to cache", () => {
  const cache = new BoardCache(100);
  cache.set("a", board("1", 25));
  cache.set("a", board("2", 10));
  expect(cache.get("a")?.mark).toBe("2");
  cache.set("a", board("3", 60));
  expect(cache.get("a")).toBeUndefined();
  for (const key of ["b", "c", "d", "e"]) cache.set(key, board("1", 25));
  expect(["b", "c", "d", "e"].every((key) => cache.get(key))).toBe(true);
});
