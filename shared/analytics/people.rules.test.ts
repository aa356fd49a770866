import fc from "fast-check";
import { blockedFor } from "./blocked.rules";
import { capacityOf, type DayOff } from "./workload.rules";

const week = { from: "2026-11-16", to: "2026-11-22" };
const weekend = [0, 6];
const off = (fields: Partial<DayOff>): DayOff => ({
  from: "2026-11-17",
  to: "2026-11-17",
  part: 1,
  leave: true,
  from_noon: false,
  to_noon: false,
  ...fields,
});

describe("capacity", () => {
  test("working days, less leave and holidays; leave over the week-end costs nothing there", () => {
    expect(capacityOf(week, weekend, [], 480)).toEqual({ capacity_minutes: 2_400, leave_minutes: 0 });
    const long = off({ from: "2026-11-20", to: "2026-11-24" });
    expect(capacityOf(week, weekend, [long], 480)).toEqual({ capacity_minutes: 1_920, leave_minutes: 480 });
  });

  test("half days at either end; leave on a holiday isn't taken off twice", () => {
    const halves = off({ from: "2026-11-17", to: "2026-11-18", from_noon: true, to_noon: true });
    expect(capacityOf(week, weekend, [halves], 480)).toEqual({ capacity_minutes: 1_920, leave_minutes: 480 });
    const holiday = off({ leave: false });
    expect(capacityOf(week, weekend, [holiday, off({})], 480)).toEqual({ capacity_minutes: 1_920, leave_minutes: 0 });
  });
});

describe("blocked", () => {
  test("while something waited for isn't done, up to its own end; two at once count once", () => {
    const changes = [{ at: 10, ids: [1, 2] }];
    expect(
      blockedFor(
        changes,
        new Map([
          [1, 20],
          [2, 30],
        ]),
        100,
      ),
    ).toBe(20);
    expect(
      blockedFor(
        changes,
        new Map([
          [1, 20],
          [2, null],
        ]),
        50,
      ),
    ).toBe(40);
    expect(
      blockedFor(
        [...changes, { at: 15, ids: [] }],
        new Map([
          [1, 20],
          [2, null],
        ]),
        50,
      ),
    ).toBe(5);
    expect(
      blockedFor(
        changes,
        new Map([
          [1, 5],
          [2, 6],
        ]),
        50,
      ),
    ).toBe(0);
    expect(blockedFor(changes, new Map(), 50)).toBe(0);
  });

  test("never longer than the task itself", () => {
    const change = fc.record({ at: fc.nat(100), ids: fc.array(fc.nat(3), { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(change), fc.array(fc.option(fc.nat(150)), { minLength: 4, maxLength: 4 }), (list, ends) => {
        const changes = list.toSorted((a, b) => a.at - b.at);
        const blocked = blockedFor(changes, new Map(ends.map((end, id) => [id, end])), 120);
        expect(blocked).toBeGreaterThanOrEqual(0);
        expect(blocked).toBeLessThanOrEqual(120 - (changes[0]?.at ?? 120));
      }),
    );
  });
});
