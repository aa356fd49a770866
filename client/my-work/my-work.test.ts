import type { WorkProject, WorkTask } from "../../shared/my-work/my-work.contract";
import { groupsOf, isDue, matchesText } from "./my-work.groups";
import { readWorkQuery, writeWorkQuery } from "./my-work.query";

const today = "2026-11-20";
const task = (id: number, due_date: string | null, project_id = 1) =>
  ({ id, due_date, project_id, key: `WEB-${id}`, title: "Übersetzen" }) as WorkTask;
const project = (id: number) => ({ id, title: `Project ${id}` }) as WorkProject;

const tasks = [task(1, "2026-11-19"), task(2, today), task(3, "2026-11-26", 2), task(4, "2026-11-27"), task(5, null)];

test("by due date: late, today, within seven days, later, whenever", () => {
  const groups = groupsOf(tasks, [], "due", today);
  expect(groups.map((group) => ["due" in group && group.due, group.tasks.map(({ id }) => id)])).toEqual([
    ["overdue", [1]],
    ["today", [2]],
    ["week", [3]],
    ["later", [4]],
    ["none", [5]],
  ]);
});

test("by project, without those that have none", () => {
  const groups = groupsOf(tasks, [project(2), project(1), project(3)], "project", today);
  expect(groups.map((group) => ["project" in group && group.project.id, group.tasks.length])).toEqual([
    [2, 1],
    [1, 4],
  ]);
});

test("what is due this week holds what is due today", () => {
  expect(tasks.filter((one) => isDue(one, "week", today)).map(({ id }) => id)).toEqual([2, 3]);
  expect(tasks.filter((one) => isDue(one, null, today))).toHaveLength(5);
});

test("found by key and by words, however they are typed", () => {
  expect(matchesText(task(12, null), "web-12 ubers")).toBe(true);
  expect(matchesText(task(12, null), "web-13")).toBe(false);
});

test("the address says what isn't as usual", () => {
  const query = readWorkQuery(new URLSearchParams("of=mentions&due=nonsense&task=4"));
  expect(query).toEqual({ of: "mentions", state: "open", due: null, group: "due", text: "" });
  const next = writeWorkQuery(new URLSearchParams("of=mentions&task=4"), { of: "assigned", due: "week", text: "" });
  expect(String(next)).toBe("task=4&due=week");
});
