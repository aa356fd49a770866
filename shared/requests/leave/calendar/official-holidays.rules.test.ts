import fc from "fast-check";
import { compareWithOfficial, type OfficialDay, type StoredHoliday } from "./official-holidays.rules";

const day = (date: string, name: string, half: OfficialDay["half"] = null): OfficialDay => ({
  date,
  name,
  translations: {},
  half,
});
const stored = (id: number, of: OfficialDay, location: string | null = null): StoredHoliday => ({
  id,
  location,
  ...of,
});
const states = (official: OfficialDay[], existing: StoredHoliday[], location: string | null = null) =>
  compareWithOfficial(official, existing, location).map(({ date, state, stored: before }) => [
    date,
    state,
    before?.id ?? null,
  ]);

test("a holiday on its day is known, whatever its name", () => {
  expect(states([day("2027-05-01", "Labour Day")], [stored(1, day("2027-05-01", "May Day"))])).toEqual([
    ["2027-05-01", "known", 1],
  ]);
});

test("a holiday with the same name on another day of the year is moved", () => {
  const existing = [stored(1, day("2027-03-20", "Eid")), stored(2, day("2026-03-20", "Eid"))];
  expect(states([day("2027-03-21", "EID")], existing)).toEqual([["2027-03-21", "changed", 1]]);
});

test("a holiday of all locations covers those of a location but isn't moved for it", () => {
  const existing = [stored(1, day("2027-01-01", "New Year")), stored(2, day("2027-03-20", "Eid"))];
  const official = [day("2027-01-01", "New Year"), day("2027-03-21", "Eid")];
  expect(states(official, existing, "Berlin")).toEqual([
    ["2027-01-01", "known", 1],
    ["2027-03-21", "new", null],
  ]);
});

test("a half day becomes a whole day, and a whole day covers a half one", () => {
  const official = [day("2027-12-24", "Eve"), day("2027-12-31", "New Year's Eve", "afternoon")];
  const existing = [stored(1, day("2027-12-24", "Eve", "morning")), stored(2, day("2027-12-31", "Closed"))];
  expect(states(official, existing)).toEqual([
    ["2027-12-24", "changed", 1],
    ["2027-12-31", "known", 2],
  ]);
});

const anyDay = fc.record({
  date: fc.integer({ min: 1, max: 12 }).map((date) => `2027-01-${String(date).padStart(2, "0")}`),
  name: fc.constantFrom("A", "B", "C", "D"),
  translations: fc.constant({}),
  half: fc.constantFrom(null, "morning" as const, "afternoon" as const),
});
const anyLocation = fc.constantFrom(null, "Berlin");
const once = (days: readonly StoredHoliday[]) =>
  days.filter(
    (one, at) => days.findIndex((other) => other.date === one.date && other.location === one.location) === at,
  );

test("after saving the result, all official holidays are known", () => {
  fc.assert(
    fc.property(
      fc.array(anyDay),
      fc.array(fc.tuple(anyDay, anyLocation)),
      anyLocation,
      (official, existing, location) => {
        const before = once(existing.map(([one, where], id) => stored(id + 1, one, where)));
        const compared = compareWithOfficial(official, before, location);
        const moved = new Map(
          compared.flatMap((one) => (one.state === "changed" && one.stored ? [[one.stored.id, one]] : [])),
        );
        expect(moved.size).toBe(compared.filter(({ state }) => state === "changed").length);
        const fresh = compared.filter(({ state }) => state === "new");
        const after = [
          ...before.map((one) => {
            const to = moved.get(one.id);
            return to ? { ...one, date: to.date, half: to.half } : one;
          }),
          ...fresh.map((one, at) => stored(1_000 + at, day(one.date, one.name, one.half), location)),
        ];
        expect(new Set(compareWithOfficial(official, after, location).map(({ state }) => state))).toEqual(
          new Set(official.length > 0 ? ["known"] : []),
        );
      },
    ),
  );
});
