import { compareValues } from "./card-comparison";

const compare = (last: object, here: object, next: object, isCompared: (field: string) => boolean = () => true) => {
  const { changed, conflicts } = compareValues(
    last as Record<string, unknown>,
    here as Record<string, unknown>,
    next as Record<string, unknown>,
    isCompared,
  );
  return { changed: [...changed], conflicts: [...conflicts] };
};

test.each([
  ["a value that is unchanged everywhere stays", "a", "a", "a", [], []],
  ["a value that changed in the file is taken", "a", "a", "b", ["title"], []],
  ["a value that changed here stays", "a", "b", "a", [], []],
  ["a value that changed in both ways is a conflict", "a", "b", "c", [], ["title"]],
  ["the same change on both sides is no conflict", "a", "b", "b", [], []],
  ["a value that was removed in the file is removed", "a", "a", null, ["title"], []],
  ["a list is compared as a whole", [1], [1, 2], [3], [], ["title"]],
])("%s", (_, last, here, next, changed, conflicts) => {
  expect(compare({ title: last }, { title: here }, { title: next })).toEqual({ changed, conflicts });
});

test("a missing value and null are the same", () => {
  expect(compare({}, { "field:1": null }, {})).toEqual({ changed: [], conflicts: [] });
  expect(compare({}, {}, { "field:1": 2 })).toEqual({ changed: ["field:1"], conflicts: [] });
});

test("fields that the file doesn't have aren't compared", () => {
  expect(compare({ title: "a" }, { title: "a" }, { title: null }, () => false)).toEqual({ changed: [], conflicts: [] });
});

test("a date that doesn't fit the other one here is a conflict", () => {
  const [last, here] = [{ due_day: "2026-12-04" }, { start_day: "2026-12-03", due_day: "2026-12-04" }];
  expect(compare(last, here, { due_day: "2026-12-02" })).toEqual({ changed: [], conflicts: ["due_day"] });
  expect(compare(last, here, { due_day: "2026-12-05" })).toEqual({ changed: ["due_day"], conflicts: [] });
});
