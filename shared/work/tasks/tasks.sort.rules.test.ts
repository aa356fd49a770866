import { projectFieldOf } from "../../../tests/support/project-field";
import type { BoardTask } from "./tasks.contract";
import { taskColumns } from "./tasks.fields";
import {
  type BoardSort,
  createTaskComparator,
  isDescending,
  parseBoardSort,
  reverseSort,
  type SortContext,
  sortFieldOf,
} from "./tasks.sort.rules";

const world: SortContext = {
  collator: new Intl.Collator("en", { sensitivity: "base" }),
  userName: (id) => ["", "Zoe", "Ada"][id],
  groupName: (id) => ["", "beta", "Alpha"][id],
  tagName: (id) => ["", "urgent", "Bug"][id],
  columnPlace: (id) => [0, 2, 1][id] as number,
  fields: [],
};
const taskOf = (changes: Partial<BoardTask>): BoardTask => ({
  ...({ user_ids: [], group_ids: [], tag_ids: [], field_values: {} } as unknown as BoardTask),
  ...changes,
});
const sorted = (sort: BoardSort, tasks: Partial<BoardTask>[]) =>
  tasks.toSorted((a, b) => createTaskComparator(sort, world)?.(taskOf(a), taskOf(b)) ?? 0);

/** Tasks of each column in ascending order; those in `last` have no value. */
const orders: Record<(typeof taskColumns)[number], { tasks: Partial<BoardTask>[]; last: Partial<BoardTask>[] }> = {
  key: { tasks: [{ key: "WEB-9" }, { key: "WEB-12" }, { key: "A-2-100" }], last: [{ key: "" }, { key: "WEB" }] },
  title: { tasks: [{ title: "Äpfel" }, { title: "apple" }, { title: "Zebra" }], last: [] },
  status: { tasks: [{ task_status_id: 2 }, { task_status_id: 1 }], last: [] },
  assignee: {
    tasks: [
      { user_ids: [1, 2] },
      { user_ids: [], group_ids: [1, 2] },
      { user_ids: [7], group_ids: [1] },
      { user_ids: [1], group_ids: [2] },
    ],
    last: [{ user_ids: [], group_ids: [] }, { user_ids: [7] }],
  },
  priority: { tasks: [{ priority: "high" }, { priority: "medium" }, { priority: "low" }], last: [] },
  complexity: { tasks: [{ complexity: 1 }, { complexity: 3 }, { complexity: 5 }], last: [] },
  start_date: {
    tasks: [{ start_date: "2026-12-31" }, { start_date: "2027-01-01" }],
    last: [{ start_date: null }],
  },
  due_date: { tasks: [{ due_date: "2026-12-31" }, { due_date: "2027-01-01" }], last: [{ due_date: null }] },
  tag: { tasks: [{ tag_ids: [1, 2] }, { tag_ids: [7, 1] }], last: [{ tag_ids: [] }, { tag_ids: [7] }] },
  subtasks: {
    tasks: [
      { subtask_count: 4, subtask_done_count: 0 },
      { subtask_count: 4, subtask_done_count: 1 },
      { subtask_count: 2, subtask_done_count: 1 },
    ],
    last: [{ subtask_count: 0, subtask_done_count: 0 }],
  },
  progress: { tasks: [{ progress: 0 }, { progress: 20 }, { progress: 100 }], last: [] },
  estimate: {
    tasks: [{ estimate_minutes: 30 }, { estimate_minutes: 120 }],
    last: [{ estimate_minutes: null }],
  },
  spent: { tasks: [{ spent_minutes: 30 }, { spent_minutes: 120 }], last: [{ spent_minutes: 0 }] },
  created_at: {
    tasks: [{ created_at: "2027-01-01T00:00:00Z" }, { created_at: "2026-12-31T23:30:00Z" }],
    last: [],
  },
  comments: { tasks: [{ comment_count: 1 }, { comment_count: 10 }], last: [{ comment_count: 0 }] },
  files: { tasks: [{ attachment_count: 1 }, { attachment_count: 10 }], last: [{ attachment_count: 0 }] },
};

test.each(taskColumns)("tasks are sorted by %s, those without a value last in both directions", (column) => {
  const { tasks, last } = orders[column];
  expect(sorted(column, [...last, ...tasks.toReversed()])).toEqual([...tasks, ...last]);
  expect(sorted(`-${column}`, [...last, ...tasks])).toEqual([...tasks.toReversed(), ...last]);
});

test("tasks with equal values keep the order of the board", () => {
  const compare = createTaskComparator("-progress", world);
  expect(compare?.(taskOf({ progress: 20 }), taskOf({ progress: 20 }))).toBe(0);
  expect(createTaskComparator("rank", world)).toBeNull();
});

test("a text field of the project is compared in the reader's language", () => {
  const fields = [projectFieldOf(3, "text")];
  const compare = createTaskComparator("field_3", { ...world, fields });
  expect(compare?.(taskOf({ field_values: { 3: "apple" } }), taskOf({ field_values: { 3: "Apple" } }))).toBe(0);
});

test("the prefix of a sort order reverses it", () => {
  expect(["title", "-title", "rank"].map((sort) => sortFieldOf(sort as BoardSort))).toEqual(["title", "title", "rank"]);
  expect(["title", "-title"].map((sort) => isDescending(sort as BoardSort))).toEqual([false, true]);
  expect(["title", "-title", "rank"].map((sort) => reverseSort(sort as BoardSort))).toEqual([
    "-title",
    "title",
    "rank",
  ]);
});

test("only sort orders of existing columns are read from an address", () => {
  expect(["rank", "-rank", "title", "-created_at", "--title", "colour", ""].map(parseBoardSort)).toEqual([
    "rank",
    null,
    "title",
    "-created_at",
    null,
    null,
    null,
  ]);
});
