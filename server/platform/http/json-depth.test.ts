import fc from "fast-check";
import { jsonBeyond } from "./json-depth";

const jsonDeeperThan = (text: string, depth: number) =>
  jsonBeyond(text, depth, Number.POSITIVE_INFINITY) === "request.tooDeep";

const depthOf = (value: unknown): number =>
  typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));

test("tells the depth without parsing, for any JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(8), (value, depth) => {
      expect(jsonDeeperThan(JSON.stringify(value), depth)).toBe(depthOf(value) > depth);
    }),
  );
});

test.each([
  ['"[[[[["', false],
  ['"\\"[[[[["', false],
  ['"\\\\"', false],
  ["[[[[[", true],
  ["]]]]][[", false],
  ["", false],
])("%s", (text, deeper) => {
  expect(jsonDeeperThan(text, 3)).toBe(deeper);
});

test.each([
  ["[1,2,3]", null],
  ["[1,2,3,4]", "request.tooLarge"],
  ['{"a":1,"b":2,"c":3,"d":4}', "request.tooLarge"],
  ['["1,2,3,4,5", "\\",,,,,"]', null], // within texts they separate nothing
  ["[[[[1,2,3,4]]]]", "request.tooDeep"],
])("%s has more than three values, or not", (text, beyond) => {
  expect(jsonBeyond(text, 3, 2)).toBe(beyond);
});
