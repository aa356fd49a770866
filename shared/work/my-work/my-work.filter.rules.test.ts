import { parseConditions, parseGroups } from "../tasks/tasks.conditions.rules";
import { emptyFilter, type TaskFilter } from "../tasks/tasks.filter.rules";
import { createWorkMatcher } from "./my-work.filter.rules";

const task = {
  key: "WEB-1",
  title: "Paint the door",
  priority: "high",
  start_date: null,
  due_date: "2026-11-20",
  progress: 40,
  tag_ids: [3],
  created_at: "2026-11-15T12:00:00.000Z",
} as const;
const matches = (filter: Partial<TaskFilter>) =>
  createWorkMatcher(
    { ...emptyFilter, ...filter },
    { today: "2026-11-20", firstDay: 1 },
  )({ ...task, tag_ids: [...task.tag_ids] });

test("the text is searched in keys and titles", () => {
  expect(matches({ text: "door" })).toBe(true);
  expect(matches({ text: "web-1" })).toBe(true);
  expect(matches({ text: "window" })).toBe(false);
});

test("priority, tags, due day and progress filter", () => {
  expect(matches({ priority: ["high"], tags: [3], due: "today", progress: "some" })).toBe(true);
  expect(matches({ priority: ["low"] })).toBe(false);
  expect(matches({ tags: [4] })).toBe(false);
  expect(matches({ due: "overdue" })).toBe(false);
});

test("conditions on fields that My Work doesn't have are ignored", () => {
  expect(matches({ users: [9], columns: [8], reporters: [7], blocked: true })).toBe(true);
  expect(matches({ all: parseConditions("users.is:9;priority.is:low") })).toBe(false);
});

test("a group without readable fields is ignored; others match by those only", () => {
  expect(matches({ any: parseGroups("reporter.is:7") })).toBe(true);
  expect(matches({ any: parseGroups("reporter.is:7;priority.is:high") })).toBe(true);
  expect(matches({ any: parseGroups("reporter.is:7;priority.is:low") })).toBe(false);
});
