import fc from "fast-check";
import { jsonDeeperThan } from "./json-depth";

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
