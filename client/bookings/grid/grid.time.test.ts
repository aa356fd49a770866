import { daysOf, rangeOf, shareOf, ticksOf, timeAt, turned } from "./grid.time";

const at = (hour: number, minute = 0) => new Date(2026, 10, 19, hour, minute).toISOString();

test("a day is shown from eight to six, and longer where something is booked", () => {
  const hours = ({ from, until }: { from: number; until: number }) => [
    new Date(from).getHours(),
    new Date(until).getHours(),
  ];
  expect(hours(rangeOf("day", "2026-11-19", []))).toEqual([8, 18]);
  expect(hours(rangeOf("day", "2026-11-19", [{ start_date: at(6, 30), end_date: at(21, 15) }]))).toEqual([6, 22]);
});

test("weeks begin on Monday, months have their days, and are turned", () => {
  expect(daysOf("week", "2026-11-22")).toEqual({ first: "2026-11-16", count: 7 });
  expect(daysOf("month", "2027-02-14")).toEqual({ first: "2027-02-01", count: 28 });
  expect([turned("day", "2026-12-31", 1), turned("week", "2026-11-19", -1), turned("month", "2027-01-31", 1)]).toEqual([
    "2027-01-01",
    "2026-11-12",
    "2027-02-28",
  ]);
  expect(ticksOf(rangeOf("week", "2026-11-19", []))).toHaveLength(7);
});

test("times lie at their share of the width, and a drag holds at quarters of hours", () => {
  const range = rangeOf("day", "2026-11-19", []);
  expect([shareOf(range, Date.parse(at(13))), shareOf(range, Date.parse(at(3)))]).toEqual([50, 0]);
  expect(new Date(timeAt(range, 0.505)).toISOString()).toBe(at(13));
  expect(new Date(timeAt(range, 0.52)).toISOString()).toBe(at(13, 15));
});
