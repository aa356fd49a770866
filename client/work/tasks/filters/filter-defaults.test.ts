import { type Condition } from "../../../../shared/work/tasks/tasks.conditions.rules";
import { emptyFilter, type TaskFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { filterDefaults } from "./filter-defaults";

const all = (...conditions: Condition[]): TaskFilter => ({ ...emptyFilter, all: conditions });

test.each<[string, TaskFilter, object]>([
  ["several values", { ...emptyFilter, priority: ["high", "low"], users: [3, 4], tags: [5, 6] }, {}],
  ["unassigned", { ...emptyFilter, users: [0] }, {}],
  ["a negated condition", all({ field: "priority", is: "not", values: ["high"] }), {}],
  ["a text and a state", { ...emptyFilter, text: "cups", state: "done" }, {}],
  ["one priority", { ...emptyFilter, priority: ["high"] }, { priority: "high" }],
  ["one complexity", { ...emptyFilter, complexity: [4] }, { complexity: 4 }],
  ["the current user", { ...emptyFilter, users: [-1] }, { user_ids: [3] }],
  ["one user and tag", { ...emptyFilter, users: [3], tags: [5] }, { user_ids: [3], tag_ids: [5] }],
  ["due today", { ...emptyFilter, due: "today" }, { due_date: "2026-11-28" }],
  ["a single condition", all({ field: "priority", is: "is", values: ["low"] }), { priority: "low" }],
])("a task added under a filter with %s gets its values", (_, filter, defaults) => {
  expect(filterDefaults(filter, { today: "2026-11-28", me: 3 })).toEqual(defaults);
});
