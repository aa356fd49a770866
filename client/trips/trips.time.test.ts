import { isOfToday, statusOf } from "./trips.time";

const now = new Date(2026, 10, 21, 12, 0);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const trip = (from: string, until: string) => ({
  log: null,
  start_date: from,
  end_date: until,
  can: { start: true, end: false, note: false },
});
const log = { started_at: at(20, 8), start_km: 1, end_km: null, fuel_litres: null, note: null, photos: [] };

test("today is what is under way, begins today or is still to be logged", () => {
  expect(isOfToday(trip(at(21, 23), at(22, 2)), now)).toBe(true);
  expect(isOfToday(trip(at(20, 20), at(20, 22)), now)).toBe(true);
  expect(isOfToday(trip(at(22, 0), at(22, 2)), now)).toBe(false);
  expect(isOfToday({ ...trip(at(23, 0), at(23, 2)), log: { ...log, ended_at: null } }, now)).toBe(true);
});

test("what is over and not logged is late, and later on missed", () => {
  const over = trip(at(21, 8), at(21, 10));
  expect(statusOf(over, now)).toBe("late");
  expect(statusOf({ ...over, can: { ...over.can, start: false } }, now)).toBe("missed");
  expect(statusOf(trip(at(21, 8), at(21, 13)), now)).toBe("planned");
  expect(statusOf({ ...over, log: { ...log, ended_at: null } }, now)).toBe("underWay");
  expect(statusOf({ ...over, log: { ...log, ended_at: at(21, 9) } }, now)).toBe("done");
});
