import type { TextFunction } from "../../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../../platform/problem-error";
import { toast } from "../../../ui/toast/toast";
import { tasksDeletionStep } from "./task-deletion";

const calls: string[] = [];
const failures = new Map<number, Error>();
jest.mock("../../../platform/api", () => ({
  call: async ({ method }: { method: string }, { params: { id } }: { params: { id: number } }) => {
    const failure = failures.get(id);
    if (failure) throw failure;
    calls.push(`${method} ${id}`);
  },
}));
jest.mock("../../../ui/toast/toast", () => ({ toast: { error: jest.fn() } }));

const text = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as TextFunction;
const notFound = new ProblemError(404, "notFound", "Not found");

beforeEach(() => {
  calls.length = 0;
  failures.clear();
  jest.mocked(toast.error).mockClear();
});

test("tasks return in reverse order and are deleted again in their order", async () => {
  const step = tasksDeletionStep([1, 2, 3], text);
  const redo = await step.undo();
  expect(calls).toEqual(["POST 3", "POST 2", "POST 1"]);
  await redo?.undo();
  expect(calls.slice(3)).toEqual(["DELETE 1", "DELETE 2", "DELETE 3"]);
  expect(toast.error).not.toHaveBeenCalled();
});

test("a refused task is reported, and the others return", async () => {
  failures.set(2, notFound);
  const redo = await tasksDeletionStep([1, 2, 3], text).undo();
  expect(calls).toEqual(["POST 3", "POST 1"]);
  expect(toast.error).toHaveBeenCalledWith('bin.tasksNotRestored {"count":1,"reason":"Not found"}');
  expect(redo?.text).toBe('bin.tasksDeleted {"count":2}');
  failures.clear();
  await redo?.undo();
  expect(calls.slice(2)).toEqual(["DELETE 1", "DELETE 3"]);
});

test("an undo without any restored task is refused", async () => {
  failures.set(1, notFound).set(2, notFound);
  await expect(tasksDeletionStep([1, 2], text).undo()).rejects.toBe(notFound);
  expect(toast.error).not.toHaveBeenCalled();
});

test("an undo continues after a lost connection", async () => {
  const step = tasksDeletionStep([1, 2, 3], text);
  failures.set(2, new OfflineError());
  await expect(step.undo()).rejects.toBeInstanceOf(OfflineError);
  failures.clear();
  const redo = await step.undo();
  expect(calls).toEqual(["POST 3", "POST 2", "POST 1"]);
  expect(redo?.text).toBe('bin.tasksDeleted {"count":3}');
});
