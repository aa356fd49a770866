import fc from "fast-check";
import { jsonLimitViolation } from "./json-limits";

const jsonDeeperThan = (text: string, depth: number) =>
  jsonLimitViolation(text, depth, Number.POSITIVE_INFINITY) === "request.tooDeep";

const depthOf = (value: unknown): number =>
  typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));

test("compares the depth of any JSON text with a limit without parsing it", () => {
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
])("detects whether %s is deeper than three levels", (text, deeper) => {
  expect(jsonDeeperThan(text, 3)).toBe(deeper);
});

test.each([
  ["[1,2,3]", null],
  ["[1,2,3,4]", "request.tooLarge"],
  ['{"a":1,"b":2,"c":3,"d":4}', "request.tooLarge"],
  ['["1,2,3,4,5", "\\",,,,,"]', null], // commas inside strings don't count
  ["[[[[1,2,3,4]]]]", "request.tooDeep"],
])("checks the number of values in %s", (text, beyond) => {
  expect(jsonLimitViolation(text, 3, 2)).toBe(beyond);
});
