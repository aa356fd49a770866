import { isInTaskHistory, eventTypesWithoutHistory } from "./activity.rules";

const cases: [says: string, type: string, data: Record<string, unknown>, isHistory: boolean][] = [
  ["the task itself, by its id", "task.updated", { id: 7 }, true],
  ["another task", "task.updated", { id: 8 }, false],
  ["another task that names this one", "task.updated", { id: 8, task_id: 7 }, false],
  ["a part of the task, by the task's id", "comment.created", { id: 1, task_id: 7 }, true],
  ["a part of another task with the same id", "comment.created", { id: 7, task_id: 8 }, false],
  ["an event of the project", "column.created", { id: 7 }, false],
  ["an event hidden from external readers", "comment.deleted", { id: 1, task_id: 7, unlisted: true }, false],
  ["a move to another column", "task.moved", { id: 7, task_status_id: 2, from_task_status_id: 1 }, true],
  ["a move within its column", "task.moved", { id: 7, task_status_id: 1, from_task_status_id: 1 }, false],
  ...eventTypesWithoutHistory.map((type): [string, string, Record<string, unknown>, boolean] => [
    type,
    type,
    { task_id: 7 },
    false,
  ]),
];

test.each(cases)("isInTaskHistory selects events for a task's history: %s", (_, type, data, isHistory) => {
  expect(isInTaskHistory(7, type, data)).toBe(isHistory);
});
