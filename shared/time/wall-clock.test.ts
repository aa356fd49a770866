import { wallClockAt } from "./wall-clock";

const shown = (moment: string, timeZone: string) =>
  new Date(wallClockAt(Date.parse(moment), timeZone)).toISOString().slice(0, -1);

test.each([
  ["UTC", "2026-11-23T08:30:15.250Z", "2026-11-23T08:30:15.250"],
  ["Asia/Baghdad", "2026-11-23T22:30:00.000Z", "2026-11-24T01:30:00.000"],
  ["Asia/Kathmandu", "2026-12-31T20:00:00.001Z", "2027-01-01T01:45:00.001"],
  ["America/New_York", "2026-11-01T05:59:59.999Z", "2026-11-01T01:59:59.999"],
  ["America/New_York", "2026-11-01T06:00:00.000Z", "2026-11-01T01:00:00.000"],
  ["Europe/Berlin", "2026-03-29T01:00:00.000Z", "2026-03-29T03:00:00.000"],
  ["Europe/Berlin", "1969-12-31T23:59:59.999Z", "1970-01-01T00:59:59.999"],
])("in %s at %s it shows %s", (timeZone, moment, wall) => expect(shown(moment, timeZone)).toBe(wall));

test("what is no time zone is refused", () => expect(() => wallClockAt(0, "Nowhere/City")).toThrow(RangeError));
