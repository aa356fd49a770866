import { isWithinOpeningHours } from "./room.checks";

const room = {
  opens_at: "08:00:00",
  closes_at: "18:00:00",
  open_days: [1, 2, 3, 4, 5, 6, 7],
  time_zone: "UTC",
  cross_day: true,
};

test.each([
  ["2027-03-17T22:00:00Z", "2027-03-18T04:00:00Z", false],
  ["2027-03-17T17:00:00Z", "2027-03-18T04:00:00Z", false],
  ["2027-03-17T22:00:00Z", "2027-03-18T09:00:00Z", false],
  ["2027-03-17T18:00:00Z", "2027-03-18T09:00:00Z", false],
  ["2027-03-17T17:00:00Z", "2027-03-18T08:00:00Z", false],
  ["2027-03-17T17:00:00Z", "2027-03-18T09:00:00Z", true],
  ["2027-03-17T08:00:00Z", "2027-03-19T18:00:00Z", true],
  ["2027-03-17T08:00:00Z", "2027-03-17T18:00:00Z", true],
])(
  "a room that is open from 08:00 to 18:00 and may span midnight: %s to %s is %s",
  (start_date, end_date, expected) => {
    expect(isWithinOpeningHours(room, { start_date, end_date })).toBe(expected);
  },
);

test("a room that is open all day takes a period that begins at night", () => {
  const always = { ...room, opens_at: null, closes_at: null };
  const night = { start_date: "2027-03-17T22:00:00Z", end_date: "2027-03-18T04:00:00Z" };
  expect(isWithinOpeningHours(always, night)).toBe(true);
  expect(isWithinOpeningHours({ ...room, opens_at: "00:00:00", closes_at: "24:00:00" }, night)).toBe(true);
});
