import { createShift } from "./shift";

const booked = (id: number, from: string, until: string) => ({
  id,
  starts_at: new Date(from),
  ends_at: new Date(until),
});
const minutesOf = ({ start_date, end_date }: { start_date: string; end_date: string }) =>
  [start_date, end_date].map((at) => at.slice(0, 16));

/** Nights from 20:00 to 08:00 in Berlin; the clock goes forward in the second one. */
const before = booked(1, "2027-03-20T19:00Z", "2027-03-21T07:00Z");
const during = booked(2, "2027-03-27T19:00Z", "2027-03-28T06:00Z");

test("a move of one date moves the others by the same local time", () => {
  const newTimes = { start_date: "2027-03-20T20:00:00.000Z", end_date: "2027-03-21T08:00:00.000Z" };
  const shift = createShift(before, newTimes, "Europe/Berlin");
  expect([minutesOf(shift(before)), minutesOf(shift(during))]).toEqual([
    ["2027-03-20T20:00", "2027-03-21T08:00"],
    ["2027-03-27T20:00", "2027-03-28T07:00"],
  ]);
});

test("without a new end a date keeps its length by the clock", () => {
  const shift = createShift(before, { start_date: "2027-03-27T19:00:00.000Z" }, "Europe/Berlin");
  expect(minutesOf(shift(before))).toEqual(["2027-03-27T19:00", "2027-03-28T06:00"]);
});

test("a change of the end keeps the given start of a date in a repeated hour", () => {
  const monday = booked(1, "2027-10-24T00:00Z", "2027-10-24T00:30Z");
  const second = booked(2, "2027-10-31T01:00Z", "2027-10-31T01:30Z");
  const shift = createShift(monday, { end_date: "2027-10-24T00:45:00.000Z" }, "Europe/Berlin");
  expect(minutesOf(shift(second))).toEqual(["2027-10-31T01:00", "2027-10-31T01:45"]);
});

test("unchanged times leave every date as it is", () => {
  const newTimes = { start_date: before.starts_at.toISOString(), end_date: before.ends_at.toISOString() };
  const apart = booked(3, "2027-10-31T01:00Z", "2027-10-31T01:45Z");
  expect(minutesOf(createShift(before, newTimes, "Europe/Berlin")(apart))).toEqual([
    "2027-10-31T01:00",
    "2027-10-31T01:45",
  ]);
});

test("a date that a clock change moved returns to the local time of the series", () => {
  // 02:30 to 03:15 in Berlin; on 28 March the series begins at 03:30.
  const usual = booked(1, "2027-03-21T01:30Z", "2027-03-21T02:15Z");
  const moved = booked(2, "2027-03-28T01:30Z", "2027-03-28T02:15Z");
  const newTimes = { start_date: "2027-03-21T02:30:00.000Z", end_date: "2027-03-21T03:15:00.000Z" };
  expect(minutesOf(createShift(usual, newTimes, "Europe/Berlin")(moved))).toEqual([
    "2027-03-28T01:30",
    "2027-03-28T02:15",
  ]);
});
