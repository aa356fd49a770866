import { exportedFigure, parseFigure } from "./useFigures";

test.each([
  ["progress", "40%", 40],
  ["progress", "٤٠٪", 40],
  ["progress", "101", undefined],
  ["progress", "4.5", undefined],
  ["progress", "", undefined],
  ["estimate_minutes", "1:30", 90],
  ["estimate_minutes", " 45m ", 45],
  ["estimate_minutes", "0", undefined],
  ["estimate_minutes", "soon", undefined],
  ["estimate_minutes", "", null],
] as const)("the text of %s %j is parsed as %p", (field, typed, value) => {
  expect(parseFigure(field, typed)).toBe(value);
});

test("durations are exported in hours", () => {
  expect(exportedFigure("estimate_minutes", 90)).toBe(1.5);
  expect(exportedFigure("estimate_minutes", null)).toBeNull();
  expect(exportedFigure("progress", 40)).toBe(40);
});
