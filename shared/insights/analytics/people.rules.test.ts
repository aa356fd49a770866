import fc from "fast-check";
import { blockedDurationMs } from "./blocked.rules";
import { capacityOf, type DayOff } from "../../work/time/workload.rules";

const week = { from: "2026-11-16", to: "2026-11-22" };
const time = { weekend: [0, 6], minutesPerDay: 480, schedules: [] };
const off = (fields: Partial<DayOff>): DayOff => ({
  from: "2026-11-17",
  to: "2026-11-17",
  leave: true,
  from_noon: false,
  to_noon: false,
  ...fields,
});

describe("capacity", () => {
  test("capacity is working days minus leave and holidays; weekend leave is ignored", () => {
    expect(capacityOf(week, time, [])).toEqual({ capacity_minutes: 2_400, leave_minutes: 0 });
    const long = off({ from: "2026-11-20", to: "2026-11-24" });
    expect(capacityOf(week, time, [long])).toEqual({ capacity_minutes: 1_920, leave_minutes: 480 });
  });

  test("half days count at both ends; leave on a holiday is not deducted twice", () => {
    const halves = off({ from: "2026-11-17", to: "2026-11-18", from_noon: true, to_noon: true });
    expect(capacityOf(week, time, [halves])).toEqual({ capacity_minutes: 1_920, leave_minutes: 480 });
    const holiday = off({ leave: false });
    expect(capacityOf(week, time, [holiday, off({})])).toEqual({ capacity_minutes: 1_920, leave_minutes: 0 });
  });

  test("the half of a holiday within leave counts once", () => {
    const afternoonHoliday = off({ leave: false, from_noon: true });
    const capacityWith = (leave: Partial<DayOff>) => capacityOf(week, time, [afternoonHoliday, off(leave)]);
    expect(capacityWith({ from_noon: true })).toEqual({ capacity_minutes: 2_160, leave_minutes: 0 });
    expect(capacityWith({ to_noon: true })).toEqual({ capacity_minutes: 1_920, leave_minutes: 240 });
    expect(capacityWith({})).toEqual({ capacity_minutes: 1_920, leave_minutes: 240 });
    expect(capacityWith({ minutes: 120 })).toEqual({ capacity_minutes: 2_040, leave_minutes: 120 });
  });
});

describe("blocked time", () => {
  const endingAt = (ends: readonly (number | null)[], firstId = 1) =>
    new Map(ends.map((to, at) => [firstId + at, [{ from: 0, to, removedAt: null }]]));

  test("time counts while any blocker is open; overlapping blockers count once", () => {
    const changes = [{ at: 10, ids: [1, 2] }];
    expect(blockedDurationMs(changes, endingAt([20, 30]), 100)).toBe(20);
    expect(blockedDurationMs(changes, endingAt([20, null]), 50)).toBe(40);
    expect(blockedDurationMs([...changes, { at: 15, ids: [] }], endingAt([20, null]), 50)).toBe(5);
    expect(blockedDurationMs(changes, endingAt([5, 6]), 50)).toBe(0);
    expect(blockedDurationMs(changes, new Map(), 50)).toBe(0);
  });

  test("blocked time never exceeds the task's duration", () => {
    const change = fc.record({ at: fc.nat(100), ids: fc.array(fc.nat(3), { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(change), fc.array(fc.option(fc.nat(150)), { minLength: 4, maxLength: 4 }), (list, ends) => {
        const changes = list.toSorted((a, b) => a.at - b.at);
        const blocked = blockedDurationMs(changes, endingAt(ends, 0), 120);
        expect(blocked).toBeGreaterThanOrEqual(0);
        expect(blocked).toBeLessThanOrEqual(120 - (changes[0]?.at ?? 120));
      }),
    );
  });
});
