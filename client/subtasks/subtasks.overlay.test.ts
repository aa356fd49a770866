import type { Subtask } from "../../shared/subtasks/subtasks.contract";
import { draw, nothingPending, settled, stillAdding } from "./subtasks.overlay";

const subtask = (id: number, more: Partial<Subtask> = {}): Subtask => ({
  id,
  task_id: 1,
  name: `S${id}`,
  completed: 0,
  assignee: null,
  due_date: null,
  version: 1,
  ...more,
});
const three = [subtask(1), subtask(2), subtask(3)];
const ids = (list: readonly Subtask[]) => list.map(({ id }) => id);

test("what one wants is seen at once, and goes once the task is as new as the answer", () => {
  const pendingChanges = { ...nothingPending, changes: { 2: [{ change: { completed: 1 } }] } };
  expect(draw(three, pendingChanges)[1]).toMatchObject({ completed: 1 });
  const answered = { ...nothingPending, changes: { 2: [{ change: { completed: 1 }, savedAt: 2 }] } };
  expect(draw(three, answered)[1]).toMatchObject({ completed: 1 });
  const undoneByAnother = [subtask(1), subtask(2, { version: 3 }), subtask(3)];
  expect(draw(undoneByAnother, answered)[1]).toMatchObject({ completed: 0 });
  expect(settled(answered, undoneByAnother).changes).toEqual({});
  expect(settled(answered, three)).toBe(answered);
});

test("the wanted order leaves alone what it doesn't name, and forgets what is gone", () => {
  expect(ids(draw(three, { ...nothingPending, order: [3, 1] }))).toEqual([3, 2, 1]);
  expect(ids(draw([subtask(1), subtask(4), subtask(3)], { ...nothingPending, order: [3, 2, 1] }))).toEqual([3, 4, 1]);
});

test("what is removed is out of sight; what is added is named until it is there", () => {
  expect(ids(draw(three, { ...nothingPending, removed: [2] }))).toEqual([1, 3]);
  const adding = {
    ...nothingPending,
    adding: [
      { key: "a", name: "New" },
      { key: "b", name: "S3", id: 3 },
    ],
  };
  expect(stillAdding(three, adding)).toEqual([{ key: "a", name: "New" }]);
});

test("what was removed is forgotten once it is gone, and what was added once it is there", () => {
  const pending = { ...nothingPending, removed: [2, 9], adding: [{ key: "a", name: "S3", id: 3 }] };
  expect(settled(pending, three)).toEqual({ ...nothingPending, removed: [2] });
  expect(settled({ ...nothingPending, removed: [2] }, [subtask(1)])).toEqual(nothingPending);
  const waits = { ...nothingPending, removed: [1, 2, 3], adding: [{ key: "a", name: "New" }] };
  expect(settled(waits, three)).toBe(waits);
});
