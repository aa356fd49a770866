import { gridLinesOf, gridRowsOf, rangeAround, rangeOfLeave, requestedSpanOf, stepRange } from "./team-range";

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
  const halves = {
    start_date: "2026-12-02",
    end_date: "2026-12-03",
    start_half: "afternoon",
    end_half: "morning",
  } as const;
  expect(gridLinesOf(halves, december)).toEqual({ start: 4, end: 6 });
  expect(gridLinesOf({ start_date: "2026-11-20", end_date: "2027-01-03" }, december)).toEqual({ start: 1, end: 63 });
});

test("hours of a day cover the halves that they touch", () => {
  const december = { from: "2026-12-01", to: "2026-12-31" };
  const linesOf = (start_time: string, end_time: string) =>
    gridLinesOf(
      { start_date: "2026-12-02", end_date: "2026-12-02", part: { start_time, end_time, minutes: 60 } },
      december,
    );
  expect([linesOf("09:00", "12:00"), linesOf("12:00", "13:00"), linesOf("11:00", "13:00")]).toEqual([
    { start: 3, end: 4 },
    { start: 4, end: 5 },
    { start: 3, end: 5 },
  ]);
});

test("leave in the same half of a day is in different rows", () => {
  const lines = [
    { start: 3, end: 4 },
    { start: 3, end: 5 },
    { start: 4, end: 5 },
    { start: 3, end: 4 },
    { start: 5, end: 9 },
  ];
  expect(gridRowsOf(lines)).toEqual([1, 2, 1, 3, 1]);
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

const enteredLeave = {
  start_date: "2026-12-02",
  end_date: "2026-12-02",
  start_half: null,
  end_half: null,
  start_time: null,
  end_time: null,
  hours: "",
} as const;

test("incomplete dates and times are no requested leave", () => {
  for (const changes of [
    { start_date: null },
    { end_date: null },
    { end_date: "2026-12-01" },
    { start_time: "09:00" },
    { start_time: "09:00", end_time: "08:00" },
  ])
    expect(requestedSpanOf({ ...enteredLeave, ...changes })).toBeNull();
});

test("hours of a day are requested by their end or their number", () => {
  const span = { start_date: "2026-12-02", end_date: "2026-12-02" };
  expect(requestedSpanOf({ ...enteredLeave, end_half: "morning" })).toMatchObject({ ...span, end_half: "morning" });
  const part = { start_time: "09:00", end_time: "10:30", minutes: 90 };
  for (const changes of [{ end_time: "10:30" }, { hours: "1.5" }])
    expect(requestedSpanOf({ ...enteredLeave, start_time: "09:00", ...changes })).toEqual({ ...span, part });
});
