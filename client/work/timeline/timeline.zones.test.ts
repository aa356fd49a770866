import fc from "fast-check";
import { changeName, type ClockChange, clockChangePairs, clockChanges } from "../../../tests/support/clock-changes";
import { dayNumber } from "../../../shared/kernel/day-number";
import { addDays, localDayIn } from "../../../shared/kernel/days";
import { localDayAt, localDayStartAt } from "../../../shared/kernel/wall-clock";
import { createConditionMatcher, isDueSoon, isOverdue } from "../../../shared/work/tasks/tasks.conditions.rules";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { axisHeaderOf, dayWindowOf } from "../../../shared/work/timeline/timeline.axis.rules";
import { dateChangesFor, type DragGrip, timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { daysBetween } from "../../platform/intl/formats";
import { localDayOf } from "../../platform/today";
import { DragController } from "./timeline.drag-state";
import type { ProjectDetails } from "./timeline.state";

const { TZ } = process.env;
afterEach(() => {
  process.env.TZ = TZ;
});

/** Local days from two days before a clock change to two days after it, on a device in that zone. */
function* deviceDays(changes: readonly ClockChange[]) {
  for (const change of changes) {
    const { at, timeZone } = change;
    process.env.TZ = timeZone;
    for (const days of [-2, -1, 0, 1, 2]) {
      const day = addDays(localDayAt(at, timeZone), days);
      yield {
        name: changeName(change),
        day,
        from: localDayStartAt(day, timeZone),
        until: localDayStartAt(day, timeZone, 1),
        timeZone,
      };
    }
  }
}

test("a due day begins and ends at the midnights of the device in every zone", () => {
  for (const { name, day, from, until, timeZone } of deviceDays(clockChangePairs)) {
    const task = { due_date: day, progress: 0 };
    for (const [moment, days] of [
      [from - 1, 1],
      [from, 0],
      [until - 1, 0],
      [until, -1],
    ] as const) {
      const now = new Date(moment);
      const today = localDayOf(now);
      expect([name, today, daysBetween(day, now)]).toEqual([name, localDayIn(timeZone, now), days]);
      expect([name, isOverdue(task, today), isDueSoon(task, today)]).toEqual([name, days < 0, days >= 0]);
    }
  }
});

test("tasks created on a day are those between its midnights in every zone", () => {
  const world = { me: 5, peopleOf: () => [], kindOf: () => undefined, progressOf: () => undefined, fields: [] };
  for (const { name, day, from, until } of deviceDays(clockChangePairs)) {
    const condition = { field: "created_at", is: "between", values: [day, day] } as const;
    const matches = createConditionMatcher({ all: [condition], any: [] } as never, {
      ...world,
      today: addDays(day, 1),
    });
    const created = [from - 1, from, until - 1, until].map((at) =>
      matches({ created_at: new Date(at).toISOString() } as never),
    );
    expect([name, day, ...created]).toEqual([name, day, false, true, true, false]);
  }
});

test("the axis has each day once in every zone", () => {
  for (const { name, day, from } of deviceDays(clockChangePairs)) {
    const today = dayNumber(localDayOf(new Date(from)));
    const { first, last } = dayWindowOf([dayNumber(day)], today, 1);
    const { above, below } = axisHeaderOf("day", { first, last }, 1);
    expect([name, today]).toEqual([name, dayNumber(day)]);
    expect([name, ...below.map((cell) => cell.from)]).toEqual([
      name,
      ...Array.from({ length: last - first + 1 }, (_, at) => first + at),
    ]);
    expect([name, new Set([...above].map(({ days }) => days))]).toEqual([name, new Set([7])]);
  }
});

test("a dragged bar moves by whole days over the clock change of every zone", () => {
  const project = { id: 5, start_date: null, end_date: null } as ProjectDetails;
  const dragCases = fc.record({
    change: fc.constantFrom(...clockChanges),
    start: fc.integer({ min: -4, max: 4 }),
    length: fc.integer({ min: 0, max: 5 }),
    days: fc.integer({ min: -6, max: 6 }),
    grip: fc.constantFrom<DragGrip>("move", "start", "end"),
    dueOnly: fc.boolean(),
  });
  fc.assert(
    fc.property(dragCases, ({ change: { at, timeZone }, start, length, days, grip, dueOnly }) => {
      process.env.TZ = timeZone;
      const first = addDays(localDayOf(new Date(at)), start);
      const due_date = addDays(first, length);
      const task = { id: 1, start_date: dueOnly ? null : first, due_date } as BoardTask;
      const holder = new DragController();
      holder.take(task, project, "pointer", grip, timelineSpanOf(task));
      holder.carry(days);
      const span = holder.release()?.span;
      const changed = { ...task, ...(span && dateChangesFor(task, span)) };
      if (grip === "move") {
        expect(changed.due_date).toBe(addDays(due_date, days));
        expect(changed.start_date).toBe(dueOnly ? null : addDays(first, days));
        return;
      }
      const from = dueOnly ? due_date : first;
      const moved = grip === "start" ? addDays(from, days) : addDays(due_date, days);
      const [wantedFrom, wantedTo] =
        grip === "start" ? [moved < due_date ? moved : due_date, due_date] : [from, moved > from ? moved : from];
      expect([changed.start_date ?? changed.due_date, changed.due_date]).toEqual([wantedFrom, wantedTo]);
    }),
    { seed: 20_270_329, numRuns: 2_000 },
  );
});
