import { isDueSoon, isOverdue } from "./tasks.conditions.rules";

test.each([
  ["2026-11-21", 99, true, false],
  ["2026-11-21", 100, false, false],
  ["2026-11-22", 99, false, true],
  ["2026-11-22", 100, false, false],
  ["2026-11-23", 0, false, true],
  ["2026-11-23", 100, false, false],
  ["2026-11-24", 0, false, false],
  [null, 0, false, false],
])("a task due on %s and %d percent done is overdue: %s, due soon: %s", (due_date, progress, late, soon) => {
  const task = { due_date, progress };
  expect([isOverdue(task, "2026-11-22"), isDueSoon(task, "2026-11-22")]).toEqual([late, soon]);
});

test("isDueSoon works across months, years and leap days", () => {
  const soon = (due_date: string, today: string) => isDueSoon({ due_date, progress: 0 }, today);
  expect([
    soon("2027-01-01", "2026-12-31"),
    soon("2028-02-29", "2028-02-28"),
    soon("2027-03-01", "2027-02-28"),
  ]).toEqual([true, true, true]);
});
