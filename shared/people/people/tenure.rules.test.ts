import { tenureOn } from "./tenure.rules";

test.each([
  ["2026-11-22", "2026-11-22", null],
  ["2026-11-30", "2026-11-22", null],
  ["2026-10-23", "2026-11-22", null],
  ["2026-10-22", "2026-11-22", "1 months"],
  ["2025-11-23", "2026-11-22", "11 months"],
  ["2025-11-22", "2026-11-22", "1 years"],
  ["2021-08-15", "2026-11-22", "5 years"],
  ["2021-12-01", "2026-11-22", "4 years"],
  ["2026-01-31", "2026-02-27", null],
  ["2026-01-31", "2026-02-28", "1 months"],
  ["2024-02-29", "2025-02-28", "1 years"],
])("tenureOn: employed since %s, on %s the tenure is %s", (since, today, expected) => {
  const tenure = tenureOn(since, today);
  expect(tenure && `${tenure.count} ${tenure.unit}`).toBe(expected);
});

test("tenureOn ignores the time of day", () => {
  expect(tenureOn("2020-03-05T08:00:00Z", "2026-03-04T08:00:00Z")).toEqual({ unit: "years", count: 5 });
});
