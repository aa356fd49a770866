import { keysAfter } from "./row-keys";

const [tea, rope, crate] = [{ title: "Tea" }, { title: "Rope" }, { title: "Crate" }];
const begun = keysAfter({ rows: [], keys: [], next: 1 }, [tea, rope, crate]);
const after = (...rows: object[]) => keysAfter(begun, rows as (typeof tea)[]).keys;

test("rows keep their keys, whatever happens to the others", () => {
  expect(begun.keys).toEqual([1, 2, 3]);
  expect(after(tea, { title: "Ropes" }, crate)).toEqual([1, 2, 3]);
  expect(after(rope, crate)).toEqual([2, 3]);
  expect(after(tea, rope, crate, { title: "New" })).toEqual([1, 2, 3, 4]);
  expect(after({ title: "First" }, tea, rope, crate)).toEqual([4, 1, 2, 3]);
  expect(after(rope, tea, crate)).toEqual([2, 1, 3]);
});

test("one row twice is two rows", () => {
  expect(new Set(after(tea, tea, rope)).size).toBe(3);
});
