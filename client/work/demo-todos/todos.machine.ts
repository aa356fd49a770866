import { assign, fromPromise, setup } from "xstate";
import { type DemoTodo, listDemoTodos } from "../../../shared/work/demo-todos/demo-todos.contract";
import { call } from "../../platform/api";

interface Context {
  todos: DemoTodo[];
  problem: string | null;
}

export const todosMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: "read" } | { type: "tick"; id: number },
  },
  actors: { read: fromPromise(async () => (await call(listDemoTodos, {})).data) },
  actions: {
    tick: assign({
      todos: ({ context, event }) =>
        context.todos.map((todo) =>
          event.type === "tick" && todo.id === event.id ? { ...todo, completed: !todo.completed } : todo,
        ),
    }),
  },
}).createMachine({
  id: "demoTodos",
  initial: "reading",
  context: { todos: [], problem: null },
  states: {
    reading: {
      invoke: {
        src: "read",
        onDone: { target: "shown", actions: assign({ todos: ({ event }) => event.output, problem: null }) },
        onError: {
          target: "failed",
          actions: assign({ problem: ({ event }) => (event.error as Error).message || null }),
        },
      },
    },
    shown: { on: { tick: { actions: "tick" }, read: "reading" } },
    failed: { on: { read: "reading" } },
  },
});
