import { dueCounts } from "./my-tasks";

test("late is before today; the week begins today and has seven days", () => {
  const days = ["2026-11-01", "2026-11-19", "2026-11-20", "2026-11-26", "2026-11-27", null];
  expect(
    dueCounts(
      days.map((due_date) => ({ due_date })),
      "2026-11-20",
    ),
  ).toEqual({ overdue: 2, week: 2 });
  expect(dueCounts([], "2026-11-20")).toEqual({ overdue: 0, week: 0 });
});
