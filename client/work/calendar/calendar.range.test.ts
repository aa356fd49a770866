import fc from "fast-check";
import { dayNumber, dayOfNumber, weekdayOf } from "../../../shared/kernel/day-number";
import { calendarRangeOf, readCalendarView, stepView, withLayout, writeCalendarView } from "./calendar.range";

const today = "2026-11-26";
const read = (address: string) => readCalendarView(new URLSearchParams(address), today, "month");

describe("address", () => {
  test.each([
    ["month=2026-02", { layout: "month", day: "2026-02-01" }],
    ["week=2026-02-11", { layout: "week", day: "2026-02-11" }],
    ["agenda=2026-02&u=3", { layout: "agenda", day: "2026-02-01" }],
    ["", { layout: "month", day: today }],
    ["week=2026-02-30", { layout: "week", day: today }],
    ["month=soon", { layout: "month", day: today }],
  ] as const)("%s is read", (address, view) => {
    expect(read(address)).toEqual(view);
  });

  test("writing keeps other parameters and replaces the other layouts", () => {
    const params = writeCalendarView(new URLSearchParams("u=3&month=2026-01"), { layout: "week", day: "2026-03-04" });
    expect(params.toString()).toBe("u=3&week=2026-03-04");
    expect(read(params.toString())).toEqual({ layout: "week", day: "2026-03-04" });
  });
});

describe("range", () => {
  test.each([
    [1, "2026-10-26", 6],
    [0, "2026-11-01", 5],
    [6, "2026-10-31", 5],
  ])("November 2026 with weeks from weekday %d", (firstWeekday, first, weeks) => {
    const range = calendarRangeOf({ layout: "month", day: "2026-11-26" }, firstWeekday);
    expect([dayOfNumber(range.first), range.weeks]).toEqual([first, weeks]);
    expect([dayOfNumber(range.from), dayOfNumber(range.to)]).toEqual(["2026-11-01", "2026-11-30"]);
  });

  test("a month is covered by whole weeks without a superfluous one", () => {
    const anyDay = fc.integer({ min: 0, max: 60_000 }).map(dayOfNumber);
    fc.assert(
      fc.property(anyDay, fc.constantFrom(0, 1, 6), (day, firstWeekday) => {
        const { first, weeks, from, to } = calendarRangeOf({ layout: "month", day }, firstWeekday);
        expect(weekdayOf(first)).toBe(firstWeekday);
        expect(first <= from && from < first + 7).toBe(true);
        expect(to <= first + weeks * 7 - 1 && to > first + weeks * 7 - 8).toBe(true);
        expect(dayOfNumber(from).slice(0, 7)).toBe(day.slice(0, 7));
        expect(dayOfNumber(to + 1).slice(8)).toBe("01");
      }),
    );
  });

  test.each([
    ["month", "2026-12-31", 1, "2027-01-01"],
    ["month", "2026-01-31", -1, "2025-12-01"],
    ["week", "2028-02-26", 1, "2028-03-04"],
  ] as const)("a step in %s from %s by %d leads to %s", (layout, day, by, next) => {
    expect(stepView({ layout, day }, by)).toEqual({ layout, day: next });
  });

  test("a week has its seven days", () => {
    const { from, to } = calendarRangeOf({ layout: "week", day: "2026-11-26" }, 1);
    expect([from, to]).toEqual([dayNumber("2026-11-23"), dayNumber("2026-11-29")]);
  });
});

test("the current month opens today's week, other months their first week", () => {
  const month = read("month=2026-11");
  expect(withLayout(month, "week", today)).toEqual({ layout: "week", day: today });
  expect(withLayout(month, "agenda", today)).toEqual({ layout: "agenda", day: "2026-11-01" });
  expect(withLayout(read("month=2026-10"), "week", today)).toEqual({ layout: "week", day: "2026-10-01" });
});
