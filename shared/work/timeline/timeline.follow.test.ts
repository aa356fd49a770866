import { dayNumber } from "../../kernel/day-number";
import { followersOf } from "./timeline.follow.rules";

const weekend = [0, 6];
const span = (from: string, to: string) => ({ from: dayNumber(from), to: dayNumber(to), dueOnly: false });
const task = (
  id: number,
  start_date: string | null,
  due_date: string | null,
  blocker_ids: number[] = [],
  progress = 0,
) => ({
  id,
  start_date,
  due_date,
  blocker_ids,
  progress,
});
// 2 December 2026 is a Wednesday.
const moved = task(1, "2026-12-02", "2026-12-03");
const direct = task(2, "2026-12-04", "2026-12-08", [1]);
const later = task(3, null, "2026-12-10", [2]);
const days = (tasks: ReturnType<typeof task>[], after: ReturnType<typeof span>) =>
  followersOf(tasks, 1, { before: span("2026-12-02", "2026-12-03"), after }, weekend).map((one) => [
    one.task.id,
    one.change,
  ]);

test("transitive dependents keep their gaps and lengths in working days", () => {
  expect(days([later, direct, moved], span("2026-12-04", "2026-12-07"))).toEqual([
    [3, { due_date: "2026-12-14" }],
    [2, { start_date: "2026-12-08", due_date: "2026-12-10" }],
  ]);
});

test("dependents move to earlier days when the moved task ends earlier", () => {
  expect(days([moved, direct], span("2026-11-30", "2026-12-01"))).toEqual([
    [2, { start_date: "2026-12-02", due_date: "2026-12-04" }],
  ]);
});

test.each([
  ["an unchanged end", [moved, direct], span("2026-12-01", "2026-12-03")],
  ["a finished task", [moved, task(2, "2026-12-04", "2026-12-08", [1], 100)], span("2026-12-04", "2026-12-07")],
  ["a task without dates", [moved, task(2, null, null, [1])], span("2026-12-04", "2026-12-07")],
  ["a blocked task", [moved, task(2, "2026-12-04", "2026-12-08", [9])], span("2026-12-04", "2026-12-07")],
])("followersOf returns no tasks for %s", (_, tasks, after) => {
  expect(days(tasks, after)).toEqual([]);
});

test("followersOf terminates for cyclic dependencies", () => {
  const circle = [task(1, "2026-12-02", "2026-12-03", [2]), task(2, "2026-12-04", "2026-12-04", [1])];
  expect(days(circle, span("2026-12-03", "2026-12-04"))).toEqual([
    [2, { start_date: "2026-12-07", due_date: "2026-12-07" }],
  ]);
});
