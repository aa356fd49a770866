import { gridLinesOf, rangeAround, rangeOfLeave, stepRange } from "./team-range";

test.each([
  ["2026-12-15", "month", "2026-12-01", "2026-12-31", 31],
  ["2026-02-15", "month", "2026-02-01", "2026-02-28", 28],
  ["2028-02-01", "quarter", "2028-01-01", "2028-03-31", 91],
  ["2026-12-31", "quarter", "2026-10-01", "2026-12-31", 92],
] as const)("the range around %s by %s has whole months", (day, view, from, to, count) => {
  const range = rangeAround(day, view);
  expect([range.from, range.to, range.days.length]).toEqual([from, to, count]);
  expect(range.days.at(-1)).toBe(to);
});

test("paging crosses the year boundary in both directions", () => {
  expect(stepRange("2026-12-15", "month", 1)).toBe("2027-01-01");
  expect(stepRange("2027-01-31", "quarter", -1)).toBe("2026-10-01");
});

test("half days start and end mid-day, and leave is clipped at the range's edges", () => {
  const december = { from: "2026-12-01", to: "2026-12-31" };
  expect(gridLinesOf({ start_date: "2026-12-01", end_date: "2026-12-01" }, december)).toEqual({ start: 1, end: 3 });
  const halves = { start_date: "2026-12-02", end_date: "2026-12-03", start_half: "afternoon", end_half: "morning" };
  expect(gridLinesOf(halves, december)).toEqual({ start: 4, end: 6 });
  expect(gridLinesOf({ start_date: "2026-11-20", end_date: "2027-01-03" }, december)).toEqual({ start: 1, end: 63 });
});

test("leave outside of the range has no grid lines", () => {
  const december = { from: "2026-12-01", to: "2026-12-31" };
  expect(gridLinesOf({ start_date: "2026-11-20", end_date: "2026-11-30" }, december)).toBeNull();
  expect(gridLinesOf({ start_date: "2027-01-01", end_date: "2027-01-03" }, december)).toBeNull();
});

test.each([
  ["2026-12-28", "2026-12-28", "2027-01-06", 10, "month"],
  ["2026-12-01", "2027-01-11", "2027-01-11", 42, "month"],
  ["2026-12-01", "2027-01-12", "2027-01-12", 43, "quarter"],
  ["2026-12-01", "2027-12-01", "2027-12-01", 366, "quarter"],
] as const)("the range of a leave from %s to %s contains all of its days", (start, end, to, count, view) => {
  const leave = rangeOfLeave(start, end);
  expect([leave.range.from, leave.range.to, leave.range.days.length]).toEqual([start, to, count]);
  expect([leave.range.days.at(-1), leave.view]).toEqual([to, view]);
});
