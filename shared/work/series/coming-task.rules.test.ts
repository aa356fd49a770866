import type { Board } from "../tasks/tasks.board";
import { parseConditions } from "../tasks/tasks.conditions.rules";
import { emptyFilter, type TaskFilter } from "../tasks/tasks.filter.rules";
import { createComingMatcher, type ComingTask } from "./coming-task.rules";

const [open, done, amount] = [10, 11, 5];
const board = {
  groups: { 7: { id: 7, title: "App team", users: [1, 2] } },
  columns: { [done]: { id: done, kind: "done" }, [open]: { id: open, kind: "todo" } },
  columnIds: [done, open],
  fields: [{ id: amount, kind: "number", name: "Amount", choices: [] }],
} as unknown as Board;

const coming = (values: Partial<ComingTask["values"]> = {}): ComingTask => ({
  start_date: null,
  due_date: "2026-12-04",
  creation_day: "2026-12-01",
  values: {
    series_id: 4,
    title: "Water the plants",
    priority: "high",
    complexity: 2,
    estimate_minutes: 60,
    task_status_id: open,
    owner_id: 3,
    user_ids: [],
    group_ids: [7],
    tag_ids: [8],
    field_values: { [amount]: 12 },
    field_kinds: { [amount]: "number" },
    ...values,
  },
});

const matches = (filter: Partial<TaskFilter>, task = coming()) =>
  createComingMatcher({ ...emptyFilter, ...filter }, { today: "2026-12-02", me: 3 }, board)(task);

test.each<[Partial<TaskFilter>, boolean]>([
  [{ text: "water" }, true],
  [{ text: "fire" }, false],
  [{ priority: ["high"] }, true],
  [{ priority: ["low"] }, false],
  [{ tags: [8] }, true],
  [{ tags: [9] }, false],
  [{ columns: [open] }, true],
  [{ columns: [done] }, false],
  [{ reporters: [3] }, true],
  [{ state: "done" }, false],
  [{ due: "2026-12-04..2026-12-04" }, true],
  [{ due: "..2026-12-03" }, false],
  [{ all: parseConditions(`field_${amount}.least:10`) }, true],
  [{ all: parseConditions(`field_${amount}.least:13`) }, false],
])("the filter %j matches a task that will be created: %s", (filter, expected) => {
  expect(matches(filter)).toBe(expected);
});

test("members of an assigned group match a filter for people", () => {
  expect([matches({ users: [2] }), matches({ users: [4] })]).toEqual([true, false]);
});

test.each([null, 99])("without its column %s, the task is created in the first one that isn't done", (columnId) => {
  const task = coming({ task_status_id: columnId });
  expect([matches({ columns: [open] }, task), matches({ columns: [done] }, task)]).toEqual([true, false]);
});

test("values of a field whose kind was changed aren't used", () => {
  const filter = { all: parseConditions(`field_${amount}.empty`) };
  const changed = coming({ field_kinds: { [amount]: "text" } });
  expect([matches(filter), matches(filter, changed)]).toEqual([false, true]);
});
