/** @jest-environment jsdom */
import { holdCalls } from "../../../../tests/support/held-calls";
import type { Subtask } from "../../../../shared/work/tasks/subtasks.contract";
import { addSubtasks, deleteSubtask, editSubtask, idsAbove, sortSubtasks, type SubtaskState } from "./subtasks.changes";

const subtask = (id: number, overrides: Partial<Subtask> = {}): Subtask => ({
  id,
  task_id: 1,
  name: `S${id}`,
  completed: 0,
  assignee: null,
  due_date: null,
  version: 1,
  ...overrides,
});
const state = (...subtasks: Subtask[]): SubtaskState => ({ subtasks, adding: [] });
const three = state(subtask(1), subtask(2), subtask(3));
const ids = ({ subtasks }: SubtaskState) => subtasks.map(({ id }) => id);
const adding = (now: SubtaskState) => now.adding.map(({ name }) => name);

test("the subtasks above are listed from the nearest to the top", () => {
  expect(idsAbove(three.subtasks, 3)).toEqual([2, 1]);
  expect(idsAbove(three.subtasks, 1)).toEqual([]);
});

test("an edit is shown until the task reaches the saved version", () => {
  const edit = editSubtask(subtask(2), { completed: 1 });
  const saved = subtask(2, { completed: 1, version: 2 });
  expect(edit.apply(three, null).subtasks[1]).toMatchObject({ completed: 1 });
  expect(edit.apply(three, saved).subtasks[1]).toMatchObject({ completed: 1 });
  expect(edit.isVisible(three, saved)).toBe(false);
  const undoneByAnother = state(subtask(1), subtask(2, { version: 3 }), subtask(3));
  expect(edit.apply(undoneByAnother, saved).subtasks[1]).toMatchObject({ completed: 0 });
  expect(edit.isVisible(undoneByAnother, saved)).toBe(true);
  expect(edit.isVisible(state(subtask(1)), saved)).toBe(true);
});

test("a pending order keeps unnamed subtasks and ignores deleted ones", () => {
  expect(ids(sortSubtasks(1, [3, 1]).apply(three, null))).toEqual([3, 2, 1]);
  const changed = state(subtask(1), subtask(4), subtask(3));
  const order = sortSubtasks(1, [3, 2, 1]);
  expect(ids(order.apply(changed, null))).toEqual([3, 4, 1]);
  expect([changed, order.apply(changed, null)].map((now) => order.isVisible(now, null))).toEqual([false, true]);
});

test("a removed subtask is hidden until it is gone", () => {
  const removed = deleteSubtask(subtask(2));
  expect(ids(removed.apply(three, null))).toEqual([1, 3]);
  expect([three, state(subtask(1))].map((now) => removed.isVisible(now, null))).toEqual([false, true]);
});

test("added names are listed until their subtasks exist", () => {
  const added = addSubtasks(1, { names: ["New", "S3"] });
  expect(adding(added.apply(three, null))).toEqual(["New", "S3"]);
  const reply = [subtask(4, { name: "New" }), subtask(3)];
  expect(adding(added.apply(three, reply))).toEqual(["New"]);
  expect(added.isVisible(three, reply)).toBe(false);
  expect(added.isVisible(state(subtask(3), subtask(4)), reply)).toBe(true);
});

test("the states of pasted subtasks are shown at once and sent in their order", async () => {
  const calls = holdCalls();
  const added = addSubtasks(1, { names: ["Backup", "Notify"], completed: [true, false] });
  expect(added.apply(three, null).adding.map(({ isCompleted }) => isCompleted)).toEqual([true, false]);
  const notAnswered = () => undefined;
  added.send("key").catch(notAnswered);
  addSubtasks(1, { names: ["Backup"], completed: [true] })
    .send("other")
    .catch(notAnswered);
  expect(calls.map(({ body }) => body)).toEqual([
    { task_id: 1, names: ["Backup", "Notify"], completed: [true, false] },
    { task_id: 1, name: "Backup", completed: true },
  ]);
});
