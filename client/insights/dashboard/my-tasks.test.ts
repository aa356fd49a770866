import { countDueTasks } from "./my-tasks";

test("tasks due before today are overdue, and the week is today plus six days", () => {
  const days = ["2026-11-01", "2026-11-19", "2026-11-20", "2026-11-26", "2026-11-27", null];
  expect(
    countDueTasks(
      days.map((due_date) => ({ due_date })),
      "2026-11-20",
    ),
  ).toEqual({ overdue: 2, week: 2 });
  expect(countDueTasks([], "2026-11-20")).toEqual({ overdue: 0, week: 0 });
});
