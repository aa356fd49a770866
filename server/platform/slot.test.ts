import { mergeFills } from "./slot";

const merge = (...fills: Record<string, unknown>[]) => mergeFills(fills as never);

test("lists are joined in the order of the features, and records are merged", () => {
  expect(merge({ list: [1], record: { a: 1 } }, { list: [2], record: { b: 2 } })).toEqual({
    list: [1, 2],
    record: { a: 1, b: 2 },
  });
});

test.each([
  ["function", { slot: () => 1 }, { slot: () => 2 }],
  ["key of a record", { slot: { a: 1 } }, { slot: { a: 2 } }],
])("a %s that two features fill is refused", (_, first, second) => {
  expect(() => merge(first, second)).toThrow('The slot "slot" is filled twice');
});
