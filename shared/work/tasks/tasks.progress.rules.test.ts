import { progressAfterSubtasks } from "./tasks.progress.rules";

const task = { progress: 30, progressByHand: false, columnKind: "doing" as const };

test("progress follows subtasks unless set manually or in a done column", () => {
  expect(progressAfterSubtasks(task, 1, 2)).toBe(50);
  expect(progressAfterSubtasks({ ...task, progressByHand: true }, 1, 2)).toBe(30);
  expect(progressAfterSubtasks({ ...task, columnKind: "done", progress: 100 }, 1, 2)).toBe(100);
});
