import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import type { ListColumn } from "../list.columns";
import { type CellContext, cellTextOf, clearingEditOf, editOfText, isClearable } from "./cell-values";

const person = (id: number, fullname: string) => ({ id, fullname, image: null });
const priorities: Record<string, string> = { low: "Niedrig", medium: "Mittel", high: "Hoch" };
const context = {
  board: {
    columnIds: [1, 2],
    columns: { 1: { id: 1, title: "To do" }, 2: { id: 2, title: "In Progress" } },
    users: { 5: person(5, "Dara Aziz"), 6: person(6, "Lang, Petra"), 7: person(7, "Sam"), 8: person(8, "Sam") },
    tags: { 3: { id: 3, name: "Backend" }, 4: { id: 4, name: "Bug" } },
  },
  notation: {
    today: "2026-11-28",
    months: [],
    dayFirst: true,
    weekdays: [],
    week: { first: 1, weekend: [0, 6] },
  },
  typedFigure: (_: unknown, value: number | null) => (value === null ? "" : String(value)),
  namesOf: (_: unknown, value: string) => [priorities[value] ?? value, value],
  choicesOf: (field: string) => (field === "priority" ? Object.keys(priorities) : ["1", "2", "3", "4", "5"]),
} as unknown as CellContext;

const task = {
  id: 9,
  key: "CUP-9",
  title: "Order tea",
  task_status_id: 1,
  user_ids: [5, 6],
  tag_ids: [3],
  start_date: null,
  due_date: "2026-12-03",
  priority: "medium",
  complexity: 3,
  progress: 40,
  estimate_minutes: 90,
} as unknown as BoardTask;
const empty = { ...task, user_ids: [], tag_ids: [], due_date: null, estimate_minutes: null } as BoardTask;
const other = { ...empty, title: "Sugar", task_status_id: 2, priority: "low", complexity: 1, progress: 0 } as BoardTask;

const columns = ["title", "status", "assignee", "tag", "due_date", "priority", "complexity", "progress"] as const;

test.each<[ListColumn, string]>([
  ["key", "CUP-9"],
  ["title", "Order tea"],
  ["status", "To do"],
  ["assignee", "Dara Aziz; Lang, Petra"],
  ["tag", "Backend"],
  ["start_date", ""],
  ["due_date", "2026-12-03"],
  ["priority", "Mittel"],
])("the %s is copied as %j", (column, text) => {
  expect(cellTextOf(column, task, context)).toBe(text);
});

test.each(columns)("the copied %s is pasted as the same value", (column) => {
  const copied = cellTextOf(column, task, context) ?? "";
  expect(editOfText(column, task, copied, context)).toBeNull();
  const change = editOfText(column, other, copied, context);
  expect(change).not.toBe("wrong");
  expect(Object.keys(change ?? {})).toHaveLength(1);
});

test.each<[ListColumn, string, unknown]>([
  ["status", "in progress", { task_status_id: 2 }],
  ["assignee", "dara aziz", { users: [5] }],
  ["assignee", "Lang, Petra", { users: [6] }],
  ["assignee", "Lang, Petra; Dara Aziz", null],
  ["tag", "Bug, Backend", { tags: [3, 4] }],
  ["due_date", "2026-12-04", { due_date: "2026-12-04" }],
  ["due_date", " ", { due_date: null }],
  ["priority", "hoch", { priority: "high" }],
  ["priority", "high", { priority: "high" }],
  ["estimate", "2h", { estimate_minutes: 120 }],
  ["progress", "45 %", { progress: 45 }],
])("the text for %s %j is read like typed text", (column, text, change) => {
  expect(editOfText(column, task, text, context)).toEqual(change);
});

test.each<[ListColumn, string]>([
  ["title", " "],
  ["title", "x".repeat(300)],
  ["status", "Nowhere"],
  ["status", ""],
  ["assignee", "Sam"],
  ["assignee", "Dara Aziz; Nobody"],
  ["tag", "Unknown"],
  ["due_date", "soon"],
  ["priority", ""],
  ["estimate", "long"],
  ["progress", "140"],
  ["key", "CUP-10"],
])("the text for %s %j can't be read", (column, text) => {
  expect(editOfText(column, task, text, context)).toBe("wrong");
});

test.each<[ListColumn, unknown]>([
  ["assignee", { users: [] }],
  ["tag", { tags: [] }],
  ["due_date", { due_date: null }],
  ["estimate", { estimate_minutes: null }],
])("the %s can be cleared, once", (column, change) => {
  expect([clearingEditOf(column, task), clearingEditOf(column, empty), isClearable(column)]).toEqual([
    change,
    null,
    true,
  ]);
});

test.each<ListColumn>(["title", "status", "priority", "complexity", "progress", "key", "spent"])(
  "the %s can't be cleared",
  (column) => {
    expect([clearingEditOf(column, task), isClearable(column)]).toEqual([null, false]);
  },
);
