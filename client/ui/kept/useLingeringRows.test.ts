import { withLingeringRows, type LingeringRow } from "./useLingeringRows";

const textOf = (rows: readonly LingeringRow<string>[]) =>
  rows.map(({ row, isRemoved }) => (isRemoved ? `(${row})` : row)).join(" ");
const keep = (before: readonly LingeringRow<string>[], now: string) =>
  withLingeringRows(before, now === "" ? [] : now.split(" "), (row) => row);
const start = keep([], "a b c d");

test.each([
  ["a c d", "a (b) c d"],
  ["b c d", "(a) b c d"],
  ["c d", "(a) (b) c d"],
  ["a b c", "a b c (d)"],
  ["", "(a) (b) (c) (d)"],
  ["a b c d e", "a b c d e"],
  ["e a b d", "e a b (c) d"],
])("removed rows stay at their position: a b c d becomes %p", (now, expected) => {
  expect(textOf(keep(start, now))).toBe(expected);
});

test("a row that returns to the list is no longer marked as removed", () => {
  const left = keep(start, "a c d");
  expect(textOf(keep(left, "a b c d"))).toBe("a b c d");
  expect(textOf(keep(left, "a c"))).toBe("a (b) c (d)");
});
