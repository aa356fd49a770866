import { OfflineError, ProblemError } from "../../../platform/problem-error";
import { deleteTasksInOrder } from "./delete-archived";

const failing = (failures: Record<number, Error>) => async (id: number) => {
  if (failures[id]) throw failures[id];
};

test("a refused task doesn't stop the deletion of the others", async () => {
  const refusal = new ProblemError(409, "time.handedIn", "no");
  expect(await deleteTasksInOrder([1, 2, 3], failing({ 2: refusal }))).toEqual({ deletedIds: [1, 3], error: refusal });
});

test("a lost connection stops the deletion, and the deleted tasks are returned", async () => {
  const offline = new OfflineError();
  expect(await deleteTasksInOrder([1, 2, 3], failing({ 2: offline }))).toEqual({ deletedIds: [1], error: offline });
});
