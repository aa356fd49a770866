import { draftWhileDragging } from "./grid.drag";
import {
  viewDays,
  gridRangeOf,
  hasSameHours,
  percentAtTime,
  timeTicks,
  timeAtFraction,
  shiftDayByView,
} from "./grid.time";

const at = (time: string, day = "2026-11-19") => `${day}T${time}:00.000Z`;
const booked = (from: string, until: string) => ({ start_date: from, end_date: until });
const iso = (moment: number) => new Date(moment).toISOString();

test("a day shows 8:00 to 18:00, and more when bookings need it", () => {
  const hours = ({ from, until }: { from: number; until: number }) => [iso(from), iso(until)];
  expect(hours(gridRangeOf("day", "2026-11-19", [], "UTC"))).toEqual([at("08:00"), at("18:00")]);
  const long = [booked(at("06:30"), at("21:15"))];
  expect(hours(gridRangeOf("day", "2026-11-19", long, "UTC"))).toEqual([at("06:00"), at("22:00")]);
});

test("a day is the calendar day in the grid's time zone", () => {
  const { from, until } = gridRangeOf("day", "2026-11-19", [], "Asia/Baghdad");
  expect([iso(from), iso(until)]).toEqual([at("05:00"), at("15:00")]);
});

test("weeks start on the chosen day, and paging to a shorter month uses its last day", () => {
  expect(viewDays("week", "2026-11-22", 1)).toEqual({ first: "2026-11-16", count: 7 });
  expect(viewDays("week", "2026-11-22", 6)).toEqual({ first: "2026-11-21", count: 7 });
  const range = gridRangeOf("week", "2026-11-22", [], "UTC", 0);
  expect([iso(range.from), range.visibleSpans.length]).toEqual(["2026-11-22T00:00:00.000Z", 7]);
  expect(viewDays("month", "2027-02-14", 1)).toEqual({ first: "2027-02-01", count: 28 });
  expect([
    shiftDayByView("day", "2026-12-31", 1),
    shiftDayByView("week", "2026-11-19", -1),
    shiftDayByView("month", "2027-01-31", 1),
  ]).toEqual(["2027-01-01", "2026-11-12", "2027-02-28"]);
  expect(shiftDayByView("month", "2027-01-31", -1)).toBe("2026-12-31");
  expect(timeTicks(gridRangeOf("week", "2026-11-19", [], "UTC"))).toHaveLength(7);
});

test("a time maps to a percentage of the width, and drags snap to quarter hours", () => {
  const range = gridRangeOf("day", "2026-11-19", [], "UTC");
  expect([percentAtTime(range, Date.parse(at("13:00"))), percentAtTime(range, Date.parse(at("03:00")))]).toEqual([
    50, 0,
  ]);
  expect(iso(timeAtFraction(range, 0.505))).toBe(at("13:00"));
  expect(iso(timeAtFraction(range, 0.52))).toBe(at("13:15"));
});

test("a week shows working hours, extended for bookings within one day", () => {
  const trip = booked(at("16:00", "2026-11-16"), at("04:00", "2026-11-19"));
  const usual = gridRangeOf("week", "2026-11-19", [trip], "UTC");
  expect(usual.visibleSpans.map(({ from }) => iso(from).slice(11, 16))).toEqual(Array(7).fill("08:00"));
  const early = gridRangeOf("week", "2026-11-19", [booked(at("06:30"), at("07:00"))], "UTC");
  expect(early.visibleSpans.map(({ from }) => iso(from).slice(11, 16))).toEqual(Array(7).fill("06:00"));
  const atNight = gridRangeOf("week", "2026-11-19", [booked(at("01:00"), at("02:00"))], "UTC");
  expect(atNight.visibleSpans.map(({ from }) => iso(from).slice(11, 16))).toEqual(Array(7).fill("06:00"));
  // Monday at noon is in the middle of the first day; nights fall on the boundary between two days.
  expect(percentAtTime(usual, Date.parse(at("13:00", "2026-11-16")))).toBeCloseTo(50 / 7);
  expect(percentAtTime(usual, Date.parse(at("23:00", "2026-11-16")))).toBeCloseTo(100 / 7);
  expect(iso(timeAtFraction(usual, 1.5 / 7))).toBe(at("13:00", "2026-11-17"));
});

test("moving a booking across a DST change keeps its local time", () => {
  const range = gridRangeOf("week", "2027-03-27", [], "Europe/Berlin");
  const before = {
    resourceId: 1,
    bookingId: 7,
    from: Date.parse("2027-03-26T08:00Z"),
    until: Date.parse("2027-03-26T09:00Z"),
  };
  const sunday = (6.5 * 1) / 7;
  const grabbedTime = timeAtFraction(range, 4.5 / 7);
  const { from, until } = draftWhileDragging({ grip: "move", at: grabbedTime, before }, range, sunday, 1);
  expect([iso(from), iso(until)]).toEqual(["2027-03-28T07:00:00.000Z", "2027-03-28T08:00:00.000Z"]);
});

test("a day without midnight shows the usual hours", () => {
  const { from, until } = gridRangeOf("day", "2027-03-28", [], "Asia/Beirut");
  expect([iso(from), iso(until)]).toEqual(["2027-03-28T05:00:00.000Z", "2027-03-28T15:00:00.000Z"]);
});

test("zones have the same hours on days on which their clocks agree", () => {
  const dayIn = (day: string) => gridRangeOf("day", day, [], "Europe/London");
  expect(hasSameHours(dayIn("2026-11-19"), "Europe/London", "Africa/Abidjan")).toBe(true);
  expect(hasSameHours(dayIn("2026-07-19"), "Europe/London", "Africa/Abidjan")).toBe(false);
});
