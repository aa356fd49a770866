import type { WorkProject, WorkTask } from "../../../shared/work/my-work/my-work.contract";
import { readBoardQuery } from "../../../shared/work/tasks/tasks.address.rules";
import { createWorkMatcher } from "../../../shared/work/my-work/my-work.filter.rules";
import { countGroupsAboveBookings, groupWorkTasks } from "./my-work.groups";
import { readWorkQuery, writeWorkQuery } from "../../../shared/work/my-work/my-work.address.rules";

const today = "2026-11-20";
const task = (id: number, due_date: string | null, project_id = 1) =>
  ({
    id,
    due_date,
    project_id,
    key: `WEB-${id}`,
    title: "Übersetzen",
    progress: 0,
    tag_ids: [id],
    created_at: `${today}T08:00:00.000Z`,
  }) as WorkTask;
const project = (id: number) => ({ id, title: `Project ${id}` }) as WorkProject;

const tasks = [task(1, "2026-11-19"), task(2, today), task(3, "2026-11-26", 2), task(4, "2026-11-27"), task(5, null)];

test("tasks are grouped as overdue, today, within seven days, later or undated", () => {
  const groups = groupWorkTasks(tasks, [], "due", today);
  expect(groups.map((group) => ["due" in group && group.due, group.tasks.map(({ id }) => id)])).toEqual([
    ["overdue", [1]],
    ["today", [2]],
    ["week", [3]],
    ["later", [4]],
    ["none", [5]],
  ]);
});

test("tasks are grouped by project, and projects without tasks are omitted", () => {
  const groups = groupWorkTasks(tasks, [project(2), project(1), project(3)], "project", today);
  expect(groups.map((group) => ["project" in group && group.project.id, group.tasks.length])).toEqual([
    [2, 1],
    [1, 4],
  ]);
});

test("bookings come below overdue tasks and above the other tasks", () => {
  const above = (some: typeof tasks, by: "due" | "project") =>
    countGroupsAboveBookings(groupWorkTasks(some, [project(1), project(2)], by, today));
  expect(above(tasks, "due")).toBe(1);
  expect(above(tasks.slice(1), "due")).toBe(0);
  expect(above(tasks, "project")).toBe(2);
});

const found = (address: string, some = tasks) => {
  const { filter } = readBoardQuery(new URLSearchParams(address));
  return some.filter(createWorkMatcher(filter, { today, firstDay: 1 })).map(({ id }) => id);
};

test("tasks due this week include those due today", () => {
  expect(found("due=week")).toEqual([2, 3]);
  expect(found("due=overdue")).toEqual([1]);
  expect(found("")).toHaveLength(5);
});

test("applies conditions of the advanced filter to fields that my work has", () => {
  expect(found("any=due_date.empty|due_date.after:2026-11-26")).toEqual([4, 5]);
  expect(found("tag_id=2,3&all=tags.not:3;created_at.last:7")).toEqual([2]);
  expect(found("state=done&u=3&all=reporter.is:5;due_date.filled&any=users.empty")).toEqual([1, 2, 3, 4]);
});

test("a task is found by key and text in any case", () => {
  expect(found("q=web-12 ubers", [task(12, null)])).toEqual([12]);
  expect(found("q=web-13", [task(12, null)])).toEqual([]);
});

test("the URL contains only filters that differ from the default", () => {
  const query = readWorkQuery(new URLSearchParams("of=mentions&due=nonsense&task=4"));
  expect(query).toEqual({ of: "mentions", state: "open", due: null, group: "due", text: "" });
  const next = writeWorkQuery(new URLSearchParams("of=mentions&task=4"), { of: "assigned", due: "week", text: "" });
  expect(String(next)).toBe("task=4&due=week");
});
