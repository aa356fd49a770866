import { localDayAt, localDayStartAt, instantAtLocalTime, localTimeAt } from "./wall-clock";

const localTimeText = (moment: string, timeZone: string) =>
  new Date(localTimeAt(Date.parse(moment), timeZone)).toISOString().slice(0, -1);

test.each([
  ["UTC", "2026-11-23T08:30:15.250Z", "2026-11-23T08:30:15.250"],
  ["Asia/Baghdad", "2026-11-23T22:30:00.000Z", "2026-11-24T01:30:00.000"],
  ["Asia/Kathmandu", "2026-12-31T20:00:00.001Z", "2027-01-01T01:45:00.001"],
  ["America/New_York", "2026-11-01T05:59:59.999Z", "2026-11-01T01:59:59.999"],
  ["America/New_York", "2026-11-01T06:00:00.000Z", "2026-11-01T01:00:00.000"],
  ["Europe/Berlin", "2026-03-29T01:00:00.000Z", "2026-03-29T03:00:00.000"],
  ["Europe/Berlin", "1969-12-31T23:59:59.999Z", "1970-01-01T00:59:59.999"],
])("local time in %s at %s is %s", (timeZone, moment, wall) => expect(localTimeText(moment, timeZone)).toBe(wall));

test("wallClockAt throws for an unknown time zone", () =>
  expect(() => localTimeAt(0, "Nowhere/City")).toThrow(RangeError));

const instant = (wall: string, timeZone: string) =>
  new Date(instantAtLocalTime(Date.parse(`${wall}Z`), timeZone)).toISOString();

test.each([
  ["UTC", "2026-11-23T08:30", "2026-11-23T08:30:00.000Z"],
  ["Asia/Baghdad", "2026-11-24T01:30", "2026-11-23T22:30:00.000Z"],
  ["Pacific/Kiritimati", "2027-01-01T00:00", "2026-12-31T10:00:00.000Z"],
  // An ambiguous time means its first occurrence; a skipped time moves forward by the gap.
  ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z"],
  ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00.000Z"],
])("instantAtWall in %s at %s is %s", (timeZone, wall, at) => expect(instant(wall, timeZone)).toBe(at));

test("dayStartAt returns the first instant of a day without midnight", () => {
  expect(new Date(localDayStartAt("2026-03-29", "Asia/Beirut")).toISOString()).toBe("2026-03-28T22:00:00.000Z");
  expect(localDayAt(localDayStartAt("2026-03-28", "Asia/Beirut", 1), "Asia/Beirut")).toBe("2026-03-29");
});
