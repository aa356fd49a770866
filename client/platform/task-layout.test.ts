import { pathOfTask, taskOfPath } from "./task-layout";

test("a link to a task leads to the layout that one has chosen", () => {
  expect(pathOfTask("page", { id: 12, projectId: 3 })).toBe("/project/tasks-details/12");
  expect(pathOfTask("page", { id: 12, comment: 7 })).toBe("/project/tasks-details/12?comment=7");
  expect(pathOfTask("panel", { id: 12 })).toBe("/project/tasks-details-new/12");
  expect(pathOfTask("panel", { id: 12, comment: 7 })).toBe("/project/tasks-details-new/12?comment=7");
  expect(pathOfTask("panel", { id: 12, projectId: 3, comment: 7 })).toBe("/projects/3/tasks?task=12&comment=7");
});

test.each([
  ["/project/tasks-details/12", { id: 12 }],
  ["/project/tasks-details/12?comment=7", { id: 12, comment: 7 }],
  ["/project/tasks-details-new/12?from=mail&comment=7", { id: 12, comment: 7 }],
  ["/t/12", { id: 12 }],
  ["/projects/3/tasks", null],
  ["/project/tasks-details/12/more", null],
  ["https://elsewhere.test/t/12", null],
])("%s names %j", (path, task) => expect(taskOfPath(path)).toEqual(task));
