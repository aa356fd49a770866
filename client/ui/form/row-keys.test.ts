import { updateRowKeys } from "./row-keys";

const [tea, rope, crate] = [{ title: "Tea" }, { title: "Rope" }, { title: "Crate" }];
const begun = updateRowKeys({ rows: [], keys: [], next: 1 }, [tea, rope, crate]);
const after = (...rows: object[]) => updateRowKeys(begun, rows as (typeof tea)[]).keys;

test("rows keep their keys when other rows are added, edited, removed or moved", () => {
  expect(begun.keys).toEqual([1, 2, 3]);
  expect(after(tea, { title: "Ropes" }, crate)).toEqual([1, 2, 3]);
  expect(after(rope, crate)).toEqual([2, 3]);
  expect(after(tea, rope, crate, { title: "New" })).toEqual([1, 2, 3, 4]);
  expect(after({ title: "First" }, tea, rope, crate)).toEqual([4, 1, 2, 3]);
  expect(after(rope, tea, crate)).toEqual([2, 1, 3]);
});

test("a row that occurs twice gets two keys", () => {
  expect(new Set(after(tea, tea, rope)).size).toBe(3);
});
