import fc from "fast-check";
import { axisHeaderOf, dayWindowOf, timelineZooms } from "./timeline.axis.rules";
import { dayNumber, dayOfNumber, weekdayOf, weekStart, workingDays } from "../../kernel/day-number";
import { arrowCorners, assignLanes, arrowPathOf } from "./timeline.lanes.rules";
import {
  violatesDependency,
  dependencyChainOf,
  plannedMinutes,
  workingDaysOfSlack,
  dependentsByBlocker,
} from "./timeline.plan.rules";
import { keepWorkingDays, dragSpan, dateChangesFor, isOutsideBounds, timelineSpanOf } from "./timeline.span.rules";

const saturdaySunday = [0, 6];
const anyDay = fc.integer({ min: 18_000, max: 24_000 });
const anySpan = fc.tuple(anyDay, fc.nat(60)).map(([from, days]) => ({ from, to: from + days, dueOnly: false }));
const grips = fc.constantFrom("move" as const, "start" as const, "end" as const);

describe("days", () => {
  test("dayOfNumber reverses dayNumber, even for leap days and New Year", () => {
    for (const day of ["2028-02-29", "2026-12-31", "2027-01-01", "1999-03-28"])
      expect(dayOfNumber(dayNumber(day))).toBe(day);
    expect(dayNumber("2028-03-01") - dayNumber("2028-02-28")).toBe(2);
  });

  test("weekdayOf and weekStart respect the first day of the week", () => {
    expect(weekdayOf(dayNumber("2026-11-20"))).toBe(5);
    expect(dayOfNumber(weekStart(dayNumber("2026-11-20"), 1))).toBe("2026-11-16");
    expect(dayOfNumber(weekStart(dayNumber("2026-11-20"), 6))).toBe("2026-11-14");
    expect(dayOfNumber(weekStart(dayNumber("2026-11-16"), 1))).toBe("2026-11-16");
  });

  test("workingDays counts correctly for any weekend", () => {
    fc.assert(
      fc.property(anyDay, fc.nat(80), fc.constantFrom<number[]>([0, 6], [5, 6], []), (from, days, weekend) => {
        let counted = 0;
        for (let day = from; day <= from + days; day++) if (!weekend.includes(weekdayOf(day))) counted++;
        expect(workingDays(from, from + days, weekend)).toBe(counted);
      }),
    );
    expect(workingDays(10, 9, saturdaySunday)).toBe(0);
  });
});

describe("spans", () => {
  const dates = (start_date: string | null, due_date: string | null) => ({ start_date, due_date });

  test("timelineSpanOf returns a bar for two dates and a single day for one date", () => {
    const [first, last] = [dayNumber("2026-11-20"), dayNumber("2026-11-24")];
    expect(timelineSpanOf(dates("2026-11-20", "2026-11-24"))).toEqual({ from: first, to: last, dueOnly: false });
    expect(timelineSpanOf(dates("2026-11-20", null))).toEqual({ from: first, to: first, dueOnly: false });
    expect(timelineSpanOf(dates(null, "2026-11-24"))).toEqual({ from: last, to: last, dueOnly: true });
    expect(timelineSpanOf(dates(null, null))).toBeNull();
  });

  test("a move keeps the length and is reversible; start and end never cross", () => {
    fc.assert(
      fc.property(anySpan, grips, fc.integer({ min: -90, max: 90 }), (span, grip, days) => {
        const next = dragSpan(span, grip, days);
        expect(next.to).toBeGreaterThanOrEqual(next.from);
        if (grip === "move") {
          expect(next.to - next.from).toBe(span.to - span.from);
          expect(dragSpan(next, "move", -days)).toEqual(span);
        } else if (grip === "start") expect(next.to).toBe(span.to);
        else expect(next.from).toBe(span.from);
      }),
    );
  });

  test("a move across a weekend keeps the working days and is reversible", () => {
    const friday = dayNumber("2026-11-20"); // 2026-11-20 is a Friday
    const weekend = saturdaySunday;
    const week = { from: friday - 4, to: friday, dueOnly: false };
    expect(keepWorkingDays(dragSpan(week, "move", 2), week, weekend)).toEqual({
      ...week,
      from: friday - 2,
      to: friday + 4,
    });
    const single = { from: friday, to: friday, dueOnly: false };
    expect(keepWorkingDays(dragSpan(single, "move", 1), single, weekend)).toEqual(dragSpan(single, "move", 1));
    const off = { from: friday + 1, to: friday + 2, dueOnly: false };
    expect(keepWorkingDays(dragSpan(off, "move", 2), off, weekend)).toEqual(dragSpan(off, "move", 2));
    fc.assert(
      fc.property(anySpan, fc.integer({ min: -90, max: 90 }), (span, days) => {
        const next = keepWorkingDays(dragSpan(span, "move", days), span, weekend);
        expect(next.from).toBe(span.from + days);
        const count = workingDays(span.from, span.to, weekend);
        if (span.from !== span.to && count > 0) expect(workingDays(next.from, next.to, weekend)).toBe(count);
        expect(keepWorkingDays(span, span, weekend)).toEqual(span);
      }),
    );
  });

  test("dateChangesFor returns only changed dates, which reproduce the span", () => {
    const date = fc.option(anyDay.map(dayOfNumber), { nil: null });
    fc.assert(
      fc.property(date, date, grips, fc.integer({ min: -40, max: 40 }), (a, b, grip, days) => {
        const task = a !== null && b !== null && a > b ? dates(b, a) : dates(a, b);
        const span = timelineSpanOf(task);
        if (!span) return;
        const next = dragSpan(span, grip, days);
        const change = dateChangesFor(task, next);
        expect(timelineSpanOf({ ...task, ...change })).toMatchObject({ from: next.from, to: next.to });
        expect(change.start_date === undefined || change.start_date !== task.start_date).toBe(true);
        expect(dateChangesFor(task, span)).toEqual({});
      }),
    );
  });

  test("moving a task without a start date sets none, but resizing its start does", () => {
    const dueOnly = dates(null, "2026-11-24");
    const span = timelineSpanOf(dueOnly) as NonNullable<ReturnType<typeof timelineSpanOf>>;
    expect(dateChangesFor(dueOnly, dragSpan(span, "move", 1))).toEqual({ due_date: "2026-11-25" });
    expect(dateChangesFor(dueOnly, dragSpan(span, "start", -2))).toEqual({ start_date: "2026-11-22" });
    expect(dateChangesFor(dates(null, null), { from: span.from, to: span.to, dueOnly: false })).toEqual({
      start_date: "2026-11-24",
      due_date: "2026-11-24",
    });
    expect(dateChangesFor(dates(null, null), span)).toEqual({ due_date: "2026-11-24" });
  });

  test("isOutsideBounds checks only changed dates and ignores missing bounds", () => {
    const bounds = { start_date: "2026-11-01", end_date: "2026-11-30" };
    expect(isOutsideBounds({ due_date: "2026-11-30" }, bounds)).toBe(false);
    expect(isOutsideBounds({ due_date: "2026-12-01" }, bounds)).toBe(true);
    expect(isOutsideBounds({ start_date: "2026-10-31" }, bounds)).toBe(true);
    expect(isOutsideBounds({ start_date: "2020-01-01" }, { start_date: null, end_date: null })).toBe(false);
    expect(isOutsideBounds({}, bounds)).toBe(false);
  });
});

describe("dependencies and planned work", () => {
  const task = (id: number, start_date: string | null, due_date: string | null, blocker_ids: number[] = []) => ({
    id,
    start_date,
    due_date,
    blocker_ids,
    progress: 0,
  });
  const first = task(1, "2026-11-02", "2026-11-06");
  const second = task(2, "2026-11-06", "2026-11-10", [1]);
  const third = task(3, null, "2026-11-16", [2]);
  const waiting = dependentsByBlocker([first, second, third]);

  test("starting before the end of an unfinished blocker is a violation", () => {
    expect(violatesDependency(first, second)).toBe(false);
    expect(violatesDependency({ ...first, due_date: "2026-11-09" }, second)).toBe(true);
    expect(violatesDependency({ ...first, due_date: "2026-11-09", progress: 100 }, second)).toBe(false);
    expect(violatesDependency({ ...first, start_date: null, due_date: null }, second)).toBe(false);
  });

  test("dependencyChainOf includes blockers and dependents, even in a cycle", () => {
    const all = new Map([first, second, third, task(9, null, null)].map((one) => [one.id, one]));
    expect(dependencyChainOf(second, (id) => all.get(id), waiting)).toEqual(new Set([1, 2, 3]));
    const circle = [task(1, null, null, [2]), task(2, null, null, [1])];
    expect(
      dependencyChainOf(circle[0] as (typeof circle)[0], (id) => circle[id - 1], dependentsByBlocker(circle)).size,
    ).toBe(2);
  });

  test("workingDaysOfSlack returns the working days before a dependent is delayed", () => {
    const span = timelineSpanOf(second) as NonNullable<ReturnType<typeof timelineSpanOf>>;
    expect(workingDaysOfSlack(span, waiting.get(2) ?? [], saturdaySunday)).toBe(4);
    expect(workingDaysOfSlack({ ...span, to: dayNumber("2026-11-16") }, [third], saturdaySunday)).toBe(0);
    expect(workingDaysOfSlack(span, [], saturdaySunday)).toBeNull();
    expect(workingDaysOfSlack(span, [{ ...third, progress: 100 }], saturdaySunday)).toBeNull();
  });

  test("plannedMinutes distributes estimates over working days and assignees", () => {
    const work = { ...task(1, "2026-11-02", "2026-11-13"), estimate_minutes: 2_400, user_ids: [1, 2] };
    const [from, to] = [dayNumber("2026-11-02"), dayNumber("2026-11-13")];
    expect(plannedMinutes([work], from, to, saturdaySunday)).toBe(1_200);
    expect(plannedMinutes([work], from, from, saturdaySunday)).toBe(120);
    expect(plannedMinutes([{ ...work, estimate_minutes: null }], from, to, saturdaySunday)).toBe(0);
    fc.assert(
      fc.property(anySpan, fc.nat(60), (span, cut) => {
        const one = { ...work, start_date: dayOfNumber(span.from), due_date: dayOfNumber(span.to), user_ids: [1] };
        const middle = Math.min(span.from + cut, span.to);
        const parts =
          plannedMinutes([one], span.from - 9, middle, saturdaySunday) +
          plannedMinutes([one], middle + 1, span.to + 9, saturdaySunday);
        expect(parts).toBeCloseTo(2_400);
      }),
    );
  });
});

test("assignLanes returns as few lanes as possible, without overlaps or lost tasks", () => {
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 40 }), (spans) => {
      const lanes = assignLanes(spans.map((span) => ({ span })));
      expect(lanes.flat()).toHaveLength(spans.length);
      for (const lane of lanes) {
        lane.forEach(({ span }, at) => at > 0 && expect(lane[at - 1]?.span.to).toBeLessThan(span.from));
      }
      const at = (day: number) => spans.filter((span) => span.from <= day && day <= span.to).length;
      expect(lanes.length).toBe(Math.max(0, ...spans.map((span) => at(span.from))));
    }),
  );
});

test("arrows have right angles and leave and arrive in the direction of time", () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.nat(20).map((row) => row * 36 + 18) });
  fc.assert(
    fc.property(point, point, (from, to) => {
      const corners = arrowCorners(from, to);
      expect(corners[0]).toEqual(from);
      expect(corners.at(-1)).toEqual(to);
      corners.slice(1).forEach((corner, at) => {
        const before = corners[at] as typeof corner;
        expect(corner.x === before.x || corner.y === before.y).toBe(true);
      });
      expect((corners[1]?.x ?? 0) >= from.x && (corners.at(-2)?.x ?? 0) <= to.x).toBe(true);
    }),
  );
  expect(
    arrowPathOf([
      { x: 1, y: 2 },
      { x: 3, y: 2 },
    ]),
  ).toBe("M1 2L3 2");
});

describe("the axis", () => {
  const today = dayNumber("2026-11-20");

  test("dayWindowOf includes all days and today in whole weeks, except distant days", () => {
    fc.assert(
      fc.property(fc.array(anyDay, { maxLength: 9 }), fc.constantFrom(0, 1, 6), (days, firstDay) => {
        const { first, last } = dayWindowOf(days, today, firstDay);
        expect(weekdayOf(first)).toBe(firstDay);
        expect((last - first + 1) % 7).toBe(0);
        expect(first < today && last > today).toBe(true);
        for (const day of days) if (Math.abs(day - today) < 1_000) expect(day > first && day < last).toBe(true);
        expect(last - first).toBeLessThan(2_300);
      }),
    );
  });

  test("both header rows cover each day once", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 400 }), fc.constantFrom(...timelineZooms), (first, days, zoom) => {
        const head = axisHeaderOf(zoom, { first, last: first + days }, 1);
        for (const row of [head.above, head.below]) {
          expect(row[0]?.from).toBeLessThanOrEqual(first);
          const end = row.at(-1);
          expect((end?.from ?? 0) + (end?.days ?? 0)).toBeGreaterThan(first + days);
          row.forEach(
            (cell, at) => at > 0 && expect(cell.from).toBe((row[at - 1]?.from ?? 0) + (row[at - 1]?.days ?? 0)),
          );
        }
      }),
    );
  });
});
