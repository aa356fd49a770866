import { parseByteRange } from "./byte-range";

test.each([
  [undefined, null],
  ["", null],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=10-", { start: 10, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=50-1000", { start: 50, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=20-10", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
  ["items=0-1", null],
  ["bytes=1e3-", null],
])("parseByteRange parses %s for a file of 100 bytes", (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range);
});

test("every range of an empty file is unsatisfiable", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
});
