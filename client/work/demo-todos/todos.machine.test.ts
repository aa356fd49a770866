import { createActor, fromPromise, waitFor } from "xstate";
import { todosMachine } from "./todos.machine";

const todo = { id: 1, title: "Water the plants", completed: false };

test("to-dos load after a failed attempt and are ticked locally", async () => {
  let isReachable = false;
  const read = fromPromise(() => (isReachable ? Promise.resolve([todo]) : Promise.reject(new Error("Not reachable"))));
  const actor = createActor(todosMachine.provide({ actors: { read } })).start();
  const failed = await waitFor(actor, (state) => state.matches("failed"));
  expect(failed.context).toEqual({ todos: [], problem: "Not reachable" });
  isReachable = true;
  actor.send({ type: "read" });
  const snapshot = await waitFor(actor, (state) => state.matches("shown"));
  expect(snapshot.context).toEqual({ todos: [todo], problem: null });
  actor.send({ type: "tick", id: 1 });
  expect(actor.getSnapshot().context.todos).toEqual([{ ...todo, completed: true }]);
});
