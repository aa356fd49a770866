import { isTripForToday, tripStatusOf } from "./trips.time";

const now = new Date(2026, 10, 21, 12, 0);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const trip = (from: string, until: string) => ({
  log: null,
  start_date: from,
  end_date: until,
  can: { start: true, end: false, note: false },
});
const log = { started_at: at(20, 8), start_km: 1, end_km: null, fuel_litres: null, note: null, photos: [] };

test("today includes running trips, those starting today and unlogged ones", () => {
  expect(isTripForToday(trip(at(21, 23), at(22, 2)), now)).toBe(true);
  expect(isTripForToday(trip(at(20, 20), at(20, 22)), now)).toBe(true);
  expect(isTripForToday(trip(at(22, 0), at(22, 2)), now)).toBe(false);
  expect(isTripForToday({ ...trip(at(23, 0), at(23, 2)), log: { ...log, ended_at: null } }, now)).toBe(true);
});

test("an ended trip without a log is late, then missed", () => {
  const over = trip(at(21, 8), at(21, 10));
  expect(tripStatusOf(over, now)).toBe("late");
  expect(tripStatusOf({ ...over, can: { ...over.can, start: false } }, now)).toBe("missed");
  expect(tripStatusOf(trip(at(21, 8), at(21, 13)), now)).toBe("planned");
  expect(tripStatusOf({ ...over, log: { ...log, ended_at: null } }, now)).toBe("underWay");
  expect(tripStatusOf({ ...over, log: { ...log, ended_at: at(21, 9) } }, now)).toBe("done");
});
