import { keyIn, phoneIn } from "./query-keys";

test.each([
  ["CUP-36", "CUP", null, 36],
  ["cup36", "CUP", null, 36],
  ["cup #36", "CUP", null, 36],
  ["#CUP-36", "CUP", null, 36],
  ["(CUP-36)", "CUP", null, 36],
  ["CUP-36:", "CUP", null, 36],
  ["T0-1", "T0", null, 1],
  ["T0-1 Numbered task", "T0", null, 1],
  ["[T0-1] Numbered task", "T0", null, 1],
  ["36", null, null, 36],
  ["#036", null, null, 36],
  ["٣٦", null, null, 36],
  ["PUR-2026-0041", "PUR", 2026, 41],
  ["PUR 2026 0041", "PUR", 2026, 41],
  ["pur2026-41", "PUR", 2026, 41],
  ["2026-0041", null, 2026, 41],
  ["PUR-2026-0041 Laptops", "PUR", 2026, 41],
  ["Laptops", null, null, null],
  ["Order 36 cups", null, null, null],
  ["3.5", null, null, null],
])("keyIn reads %s", (query, code, year, number) => {
  expect(keyIn(query)).toEqual({ code, year, number });
});

test.each([
  ["+964 750 532 0573", "9647505320573"],
  ["00964 (750) 532-0573", "9647505320573"],
  ["0750 532 0573", "7505320573"],
  ["٠٧٥٠ ٥٣٢ ٠٥٧٣", "7505320573"],
  ["4711", null],
  ["CUP-36", null],
])("phoneIn reads %s", (query, digits) => {
  expect(phoneIn(query)).toBe(digits);
});
