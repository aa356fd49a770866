import { taskPathFor, parseTaskPath } from "./task-layout";

test("a task link uses the user's preferred layout", () => {
  expect(taskPathFor("page", { id: 12, projectId: 3 })).toBe("/project/tasks-details/12");
  expect(taskPathFor("page", { id: 12, comment: 7 })).toBe("/project/tasks-details/12?comment=7");
  expect(taskPathFor("panel", { id: 12 })).toBe("/project/tasks-details-new/12");
  expect(taskPathFor("panel", { id: 12, comment: 7 })).toBe("/project/tasks-details-new/12?comment=7");
  expect(taskPathFor("panel", { id: 12, projectId: 3, comment: 7 })).toBe("/projects/3/tasks?task=12&comment=7");
});

test.each([
  ["/project/tasks-details/12", { id: 12 }],
  ["/project/tasks-details/12?comment=7", { id: 12, comment: 7 }],
  ["/project/tasks-details-new/12?from=mail&comment=7", { id: 12, comment: 7 }],
  ["/t/12", { id: 12 }],
  ["/projects/3/tasks", null],
  ["/project/tasks-details/12/more", null],
  ["https://elsewhere.test/t/12", null],
])("path %s is parsed as %j", (path, task) => expect(parseTaskPath(path)).toEqual(task));
