import { clearOffset } from "./clear-offset";

const bounds = { start: 100, end: 1300 };
const card = (start: number) => ({ start, end: start + 260 });

test.each([
  ["nothing is selected", [], 0],
  ["the selected card is elsewhere", [card(120)], 0],
  ["the selected card is below, at its start", [card(560)], 268],
  ["the selected card is below, at its end", [card(680)], -172],
  ["cards on both sides are selected", [card(460), card(740)], -392],
  ["rows of the full width are selected", [{ start: 100, end: 1300 }], 0],
])("a popup stays near its button and off the selection when %s", (_, records, expected) => {
  expect(clearOffset({ start: 560, width: 284, bounds, records })).toBe(expected);
});

test("a popup stays within the screen", () => {
  expect(clearOffset({ start: 1200, width: 284, bounds, records: [] })).toBe(-184);
  expect(clearOffset({ start: 40, width: 284, bounds, records: [card(100)] })).toBe(328);
});
