import { isTripForToday, tripStatusOf } from "./trips.time";

const now = new Date("2026-11-21T12:00:00Z");
const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour)).toISOString();
const trip = (from: string, until: string) => ({
  log: null,
  start_date: from,
  end_date: until,
  can: { start: true, end: false, note: false },
});
const log = { started_at: at(20, 8), start_km: 1, end_km: null, fuel_litres: null, note: null, photos: [] };

test("today includes running trips, those starting today and unlogged ones", () => {
  expect(isTripForToday(trip(at(21, 23), at(22, 2)), now, "UTC")).toBe(true);
  expect(isTripForToday(trip(at(20, 20), at(20, 22)), now, "UTC")).toBe(true);
  expect(isTripForToday(trip(at(22, 0), at(22, 2)), now, "UTC")).toBe(false);
  expect(isTripForToday({ ...trip(at(23, 0), at(23, 2)), log: { ...log, ended_at: null } }, now, "UTC")).toBe(true);
});

test("today is the day in the time zone of the cars", () => {
  // 23:00 on 21 November in Baghdad, and 00:30 on the next day.
  const [late, night] = [new Date("2026-11-21T20:00:00Z"), new Date("2026-11-21T21:30:00Z")];
  const early = trip(at(22, 5), at(22, 6));
  expect(isTripForToday(early, late, "Asia/Baghdad")).toBe(false);
  expect(isTripForToday(early, night, "Asia/Baghdad")).toBe(true);
  expect(isTripForToday(early, night, "America/New_York")).toBe(false);
});

test("an ended trip without a log is late, then missed", () => {
  const over = trip(at(21, 8), at(21, 10));
  expect(tripStatusOf(over, now)).toBe("late");
  expect(tripStatusOf({ ...over, can: { ...over.can, start: false } }, now)).toBe("missed");
  expect(tripStatusOf(trip(at(21, 8), at(21, 13)), now)).toBe("planned");
  expect(tripStatusOf({ ...over, log: { ...log, ended_at: null } }, now)).toBe("underWay");
  expect(tripStatusOf({ ...over, log: { ...log, ended_at: at(21, 9) } }, now)).toBe("done");
});
